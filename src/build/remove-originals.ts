import { globSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Removes the pictures that no built file names: Astro publishes each as it was delivered, beside the sizes that pages show,
 * where a site has pages made on demand. Those show no picture: `/_image`, which would size it, is closed.
 * @param client folder of the files that are served
 */
export function removeOriginals(client: string): void {
  const files = globSync('**/*.{html,css,js,svg,xml,webmanifest}', { cwd: client })
  const texts = files.map((name) => readFileSync(join(client, name), 'utf8'))
  for (const picture of globSync('_astro/*.{avif,gif,jpeg,jpg,png,svg,webp}', { cwd: client })) {
    const name = basename(picture)
    if (!texts.some((text) => text.includes(name) || text.includes(encodeURI(name)))) rmSync(join(client, picture))
  }
}
