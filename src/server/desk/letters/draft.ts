import { formNamed } from '../../../forms/index.ts'
import { type DraftWords, PHOTO_MAX, type StoredDraft } from '../../letters/drafts.ts'
import type { LetterFinding } from '../../letters/types.ts'
import { DESK } from '../access/destination.ts'

export const LETTERS = `${DESK}/lettres`

/** Address of the page that writes a letter. @param id of its draft; none for a new one */
export function draftPath(id?: number): string {
  return `${LETTERS}/nouvelle${id === undefined ? '' : `?brouillon=${id}`}`
}

/** Most characters of a text. An e-mail of more would be cut by mail programs. */
export const TEXT_MAX = 30_000
const SUBJECT_MAX = 300
/** Largest body that brings a letter, in bytes: a character can take nine in a form, and a photograph comes with it. */
export const LETTER_BODY_MAX = PHOTO_MAX + 9 * TEXT_MAX + 64 * 1024
/** Lines of the file before the first one of the text. */
const HEAD_LINES = 4

export const EMPTY_LETTER: DraftWords = {
  list: '',
  subject: '',
  text: 'Bonjour,\n\n',
  firstReaders: null,
  restOf: null,
}

/** What somebody typed, from the values of the form; whatever is no text is empty. @param draft whose rest it is stays */
export function readWords(
  { liste, objet, texte, premieres }: Record<string, unknown>,
  draft: StoredDraft | undefined,
): DraftWords {
  const textOf = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : '')
  const list = textOf(liste)
  // The page hides this field for the other lists, and sends it all the same.
  const first = formNamed(list)?.processing.endsWithLetter ? textOf(premieres) : ''
  return {
    list,
    subject: textOf(objet).replace(/\s+/g, ' ').slice(0, SUBJECT_MAX),
    text: textOf(texte),
    firstReaders: /^[1-9]\d{0,6}$/.test(first) ? Number(first) : null,
    restOf: draft?.restOf ?? null,
  }
}

/** A mistake in a letter, with the place where somebody finds it in the form, such as «Objet» or «Texte, ligne 3». */
export function placed({ line, what, mend }: LetterFinding) {
  return { place: line > HEAD_LINES ? `Texte, ligne ${line - HEAD_LINES}` : 'Objet', what, mend }
}
