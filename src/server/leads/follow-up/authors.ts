/** Author of changes that nobody made, such as after a failed e-mail. */
export const BY_SITE = 'site'
/** Author of changes by the operator's command. */
export const BY_COMMAND = 'commande'
/** Author of changes by a notice link: all recipients of the notice got the same link. */
export const BY_LINK = 'e-mail'
/** Author of changes in a session opened by a link of the command, which has no address. */
export const BY_SERVER_LINK = 'lien du serveur'

const NAMES: ReadonlyMap<string, string> = new Map([
  [BY_SITE, 'par le site'],
  [BY_COMMAND, 'par la commande'],
  [BY_LINK, 'par un lien d’e-mail'],
  [BY_SERVER_LINK, 'par un lien du serveur'],
])

/**
 * Names the author of a change in French.
 * @param author address that signed in to the desk, or one of the above; null if unknown
 * @param own signed-in address
 */
export function authorName(author: string | null, own: string | null): string {
  if (author === null) return 'quelqu’un de la maison'
  return NAMES.get(author) ?? (author === own ? 'vous' : author)
}
