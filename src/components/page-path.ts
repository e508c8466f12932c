/**
 * Returns the path of a page as links write it: /faq for /faq.html, / for /index.html.
 * @param url `Astro.url`, in a build with the name of the file
 */
export function pagePath({ pathname }: URL): string {
  return pathname.replace(/(\/index)?\.html$|(?<=.)\/$/, '') || '/'
}
