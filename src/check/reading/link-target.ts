import { nearest } from '../../copy/placeholders.ts'
import { nearestName, type Sentences } from '../finding.ts'

/** Splits a link into path and anchor, without its query (/contact?subject=commande presets a form). */
export function partsOf(href: string): { path: string; anchor: string | undefined } {
  const [, path = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(href) ?? []
  return { path, anchor }
}

/**
 * Returns the finding for a link to a page or an anchor that does not exist; otherwise undefined.
 * @param href as written
 * @param pages paths of all pages
 * @param ids those on the page; undefined if it does not exist
 */
export function missingTarget(
  href: string,
  { path, anchor }: ReturnType<typeof partsOf>,
  pages: readonly string[],
  ids: readonly string[] | undefined,
): Sentences | undefined {
  if (!ids)
    return [
      `le lien « ${href} » mène à une page qui n’existe pas.`,
      `L’adresse la plus proche est « ${nearest(path, pages)} ».`,
    ]
  if (anchor === undefined || ids.includes(anchor)) return undefined
  const mend = ids.length > 0 ? nearestName(anchor, ids) : 'Écrivez le lien sans « # ».'
  return [`la page ${path} n’a pas d’endroit nommé « ${anchor} ».`, mend]
}
