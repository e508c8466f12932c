/** Author of changes that nobody made, such as after a failed e-mail. */
export const BY_SITE = 'site'
/** Author of changes in a session opened by a link of the command, which has no address. */
export const BY_SERVER_LINK = 'lien du serveur'

/** «commande» and «e-mail» stand in threads from before. */
const NAMES: ReadonlyMap<string, string> = new Map([
  [BY_SITE, 'Le site'],
  [BY_SERVER_LINK, 'Un lien du serveur'],
  ['commande', 'La commande'],
  ['e-mail', 'Un lien d’e-mail'],
])

/**
 * Names the author of a row of a thread in French.
 * @param author address that signed in to the desk, or one of the above; null if unknown
 * @param own signed-in address
 * @param colleagues people with a name
 */
export function authorName(
  author: string | null,
  own: string | null,
  colleagues: readonly { name: string; address: string }[] = [],
): string {
  if (author === null) return 'Quelqu’un de la maison'
  if (author === own) return 'Vous'
  return NAMES.get(author) ?? colleagues.find(({ address }) => address === author)?.name ?? author
}
