import { refuse } from '../../http/refusal.ts'
import type { Letters, SentLetter } from '../../letters/types.ts'
import { DESK } from '../destination.ts'

export const LETTERS = `${DESK}/lettres`

/** What was done, by the word of the address that the page is shown at afterwards. */
const DONE: ReadonlyMap<string, string> = new Map([
  ['partie', 'La lettre part. Vous pouvez fermer cette page : l’envoi continue sans elle.'],
  ['deja', 'Cette lettre est déjà confiée à l’envoi : personne ne la reçoit deux fois.'],
  ['arretee', 'La lettre est arrêtée : ce qui n’était pas parti ne partira pas.'],
  ['finie', 'Il n’y avait plus rien à arrêter.'],
])

/** The letter of a number in an address; undefined for anything else. */
export function letterAt(id: string | undefined, letters: Letters): SentLetter | undefined {
  return /^\d{1,15}$/.test(id ?? '') ? letters.show(Number(id)) : undefined
}

/**
 * Answers a request to the page of a letter: GET shows it with what was just done, POST stops what has not gone.
 * Undefined for a number that no letter has.
 */
export function answerLetter(
  request: Request,
  id: string | undefined,
  query: URLSearchParams,
  letters: Letters,
): Response | { letter: SentLetter; message: string | undefined } | undefined {
  const letter = letterAt(id, letters)
  if (!letter) return undefined
  if (request.method === 'GET' || request.method === 'HEAD')
    return { letter, message: DONE.get(query.get('fait') ?? '') }
  if (request.method !== 'POST')
    return refuse(request, 405, 'Cette adresse ne comprend pas cette demande.', { Allow: 'GET, HEAD, POST' })
  const done = letters.stop(letter.id) ? 'arretee' : 'finie'
  return new Response(null, { status: 303, headers: { Location: `${LETTERS}/${letter.id}?fait=${done}` } })
}
