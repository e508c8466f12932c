import { globSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('../', import.meta.url))
/** Hash that Vite inserts before the file extension. */
const HASH = /\.[\w-]{8}(?=\.\w+$)/

/**
 * Deletes the pictures that neither a built file nor a source file names. If a site has on-demand pages, Astro
 * publishes the original of every picture beside the sizes that pages show. Pictures imported by a source file
 * stay, because an on-demand page is in no built file.
 * @param client folder of the files that are served
 */
export function removeOriginals(client: string): void {
  const read = (pattern: string, cwd: string) =>
    globSync(pattern, { cwd }).map((name) => readFileSync(join(cwd, name), 'utf8'))
  const built = read('**/*.{html,css,js,svg,xml}', client)
  const source = read('**/*.{astro,ts,tsx,mdx}', SOURCE)
  for (const picture of globSync('_astro/*.{avif,gif,jpeg,jpg,png,svg,webp}', { cwd: client })) {
    const name = basename(picture)
    const isShown = built.some((text) => text.includes(name) || text.includes(encodeURI(name)))
    const isImported = source.some((text) => text.includes(`/${name.replace(HASH, '')}`))
    if (!isShown && !isImported) rmSync(join(client, picture))
  }
}
