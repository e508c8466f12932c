import { publicPath } from '../forms/presets.ts'

/**
 * Returns the path of a page as links write it: /faq for /faq.html, / for /index.html, /contact for /contact/commande.
 * @param url `Astro.url`, in a build with the name of the file
 */
export function pagePath({ pathname }: URL): string {
  return publicPath(pathname.replace(/(\/index)?\.html$|(?<=.)\/$/, '') || '/')
}
