import { BY_SITE } from '../../leads/follow-up/follow-up.ts'
import { BY_LINK } from '../lead/answer-act.ts'
import { BY_SERVER_LINK } from './sessions.ts'

/**
 * Names the author of a change in French.
 * @param author value of lead_changes.author
 * @param own signed-in address
 */
export function authorName(author: string | null, own: string | null): string {
  if (author === null) return 'quelqu’un de la maison'
  if (author === BY_SERVER_LINK) return 'par un lien du serveur'
  if (author === own) return 'vous'
  if (author === BY_SITE) return 'par le site'
  if (author === BY_LINK) return 'par un lien d’e-mail'
  return author === 'commande' ? 'par la commande' : author
}
