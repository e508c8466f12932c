import { BY_LINK } from '../lead/act-by-link.ts'
import { BY_SERVER_LINK } from './sessions.ts'

/**
 * Who made a change, in French.
 * @param author as lead_changes keeps it
 * @param own address that reads it
 */
export function authorName(author: string | null, own: string | null): string {
  if (author === null) return 'quelqu’un de la maison'
  if (author === BY_SERVER_LINK) return 'par un lien du serveur'
  if (author === own) return 'vous'
  if (author === BY_LINK) return 'par un lien d’e-mail'
  return author === 'commande' ? 'par la commande' : author
}
