import { globSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('../', import.meta.url))
/** What Vite puts between the name of a file and its ending. */
const HASH = /\.[\w-]{8}(?=\.\w+$)/

/**
 * Removes the pictures that nothing names: Astro publishes each as it was delivered, beside the sizes that pages show, where
 * a site has pages made on demand. What a built file names stays, and what a page imports by its name: made on demand, it is
 * in no built file.
 * @param client folder of the files that are served
 */
export function removeOriginals(client: string): void {
  const read = (pattern: string, cwd: string) =>
    globSync(pattern, { cwd }).map((name) => readFileSync(join(cwd, name), 'utf8'))
  const built = read('**/*.{html,css,js,svg,xml,webmanifest}', client)
  const source = read('**/*.{astro,ts,tsx,mdx}', SOURCE)
  for (const picture of globSync('_astro/*.{avif,gif,jpeg,jpg,png,svg,webp}', { cwd: client })) {
    const name = basename(picture)
    const isShown = built.some((text) => text.includes(name) || text.includes(encodeURI(name)))
    const isImported = source.some((text) => text.includes(`/${name.replace(HASH, '')}`))
    if (!isShown && !isImported) rmSync(join(client, picture))
  }
}
