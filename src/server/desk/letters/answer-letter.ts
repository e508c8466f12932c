import { handlePage, seeOther } from '../../http/answer-page.ts'
import { bodyOf } from '../../mail/letters/drafts.ts'
import type { Unreached } from '../../mail/letters/letter-rows.ts'
import type { Letters, SentLetter } from '../../mail/letters/letters.ts'
import { draftPath, LETTERS } from './draft.ts'

/** Confirmations by the value of `fait` in the URL of the redirect. */
const DONE: ReadonlyMap<string, string> = new Map([
  ['partie', 'L’envoi a commencé. Vous pouvez fermer cette page : il continue sans elle.'],
  ['deja', 'Cette lettre est déjà confiée à l’envoi : personne ne la reçoit deux fois.'],
  ['arretee', 'La lettre est arrêtée : ce qui n’était pas parti ne partira pas.'],
  ['finie', 'Il n’y avait plus rien à arrêter.'],
  ['retiree', 'Cette personne ne recevra plus rien de cette liste.'],
])

/** The same for the list of letters. */
export const LIST_DONE: ReadonlyMap<string, { good: boolean; text: string }> = new Map([
  ['introuvable', { good: false, text: 'Aucune lettre n’est à cette adresse.' }],
  ['parti', { good: true, text: 'Ce brouillon n’existe plus : la lettre est partie, ou il a été supprimé.' }],
  ['supprime', { good: true, text: 'Le brouillon est supprimé.' }],
  ['programmee', { good: true, text: 'La lettre partira à l’heure dite. Jusque-là, vous pouvez la reprendre.' }],
])

/**
 * Handles the page of a letter: GET shows it with the confirmation. POST performs the action of the button (field
 * `action`): `reprendre` creates a draft of a stopped letter for its remaining readers, `tous` for all, `retirer`
 * unsubscribes a recipient whom it did not reach, anything else stops the letter. Returns undefined for an unknown
 * id.
 * @param author signed-in address; null if unknown
 */
export async function answerLetter(
  request: Request,
  id: string | undefined,
  query: URLSearchParams,
  letters: Letters,
  author: string | null,
): Promise<Response | { letter: SentLetter; unreached: Unreached[]; message: string | undefined } | undefined> {
  const letter = letters.show(Number(id))
  if (!letter) return undefined
  const done = query.get('fait') ?? ''
  // A letter that is no longer being sent does not «part».
  const message = done === 'partie' && letter.state !== 'going' ? undefined : DONE.get(done)
  return handlePage(request, {
    show: () => ({ letter, unreached: letters.unreached(letter.id), message }),
    post({ action, reference }) {
      if ((action === 'reprendre' || action === 'tous') && letter.state === 'stopped') {
        const restOf = action === 'reprendre' ? letter.id : null
        return seeOther(draftPath(openAgain(letter, letters, restOf, author)))
      }
      const back = (word: string) => seeOther(`${LETTERS}/${letter.id}?fait=${word}`)
      if (action === 'retirer') return back(letters.takeOff(letter.id, String(reference)) ? 'retiree' : 'finie')
      return back(letters.stop(letter.id) ? 'arretee' : 'finie')
    },
  })
}

function openAgain(
  { id, list, subject, source }: SentLetter,
  { drafts, pictures }: Letters,
  restOf: number | null,
  author: string | null,
) {
  const text = bodyOf(source)
  const draft = drafts.create({ list, subject, text, firstReaders: null, restOf }, author)
  for (const { name, jpeg } of pictures(id)) if (text.includes(`](${name})`)) drafts.keepPicture(draft.id, name, jpeg)
  return draft.id
}
