import type { Plugin } from 'vite'

/** What Vite puts around each `import()`, and where it says which files that needs. */
const HELPER = '\0vite/preload-helper.js'

/** Asks for all files of a module at once; Vite's own says the same in a kilobyte, which every page would carry. */
const source = `export const __vitePreload = (load, files = []) => {
  for (const file of files) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }))
  return load()
}`

/** Keeps the script of a page that holds a form to a few hundred bytes. */
export function lightPreload(): Plugin {
  return {
    name: 'hera:preload',
    enforce: 'pre',
    load: { filter: { id: /^\0vite\/preload-helper\.js$/ }, handler: (id) => (id === HELPER ? source : undefined) },
  }
}
