import { readBody } from '../../http/request-body.ts'
import type { Letters } from '../../mail/letters/letters.ts'
import type { Desk } from '../desk.ts'
import { joinFields, ownFields, wouldLose } from '../lead/lead-drafts.ts'
import { EMPTY_LETTER, LETTER_BODY_MAX, readDraftWords } from '../letters/draft.ts'

/** Message to the autosave script of a page: the text now exists only in the page. */
export const SESSION_IS_OVER =
  'Votre session est terminée : ce que vous écrivez n’est plus gardé. Laissez cette page ouverte, connectez-vous de nouveau dans un autre onglet, puis continuez ici.'

/**
 * Saves the text that a lead's page sends after its session expired as a draft of its author, who sees it after the
 * next sign-in. Returns true if it saved something.
 */
export async function saveLeadInput(request: Request, reference: string, desk: Desk): Promise<boolean> {
  const file = desk.lead(reference)
  const body = await readBody(request)
  if (!file || body.status) return false
  const typed = ownFields(body.input, file)
  const draft = desk.draft(reference)
  if ((!typed.reponse && !typed.note) || wouldLose(draft, body.input, file)) return false
  await desk.keepDraft(reference, joinFields(draft, typed, body.input))
  return true
}

/**
 * The same for the page that writes a letter: saves its draft, or creates a new one if the draft is scheduled or was
 * changed by another user.
 * @param id id of the draft in the URL
 */
export async function saveLetterInput(
  request: Request,
  id: string | null,
  author: string,
  { drafts, lists }: Pick<Letters, 'drafts' | 'lists'>,
): Promise<boolean> {
  const body = await readBody(request, LETTER_BODY_MAX)
  if (body.status) return false
  const draft = drafts.find(Number(id))
  const typed = readDraftWords(body.input, draft)
  const words = lists.includes(typed.list) ? typed : { ...typed, list: '' }
  if (words.text === EMPTY_LETTER.text.trim() && words.subject === '') return false
  const saved = draft?.sendsAt === null ? drafts.save(draft.id, words, Number(body.input.version), author) : undefined
  if (!saved?.isSaved) drafts.create(words, author)
  return true
}
