import type { LetterFinding } from '../../../copy/check-letter-text.ts'
import { formNamed } from '../../../forms/index.ts'
import type { Input } from '../../http/request-body.ts'
import type { DraftWords, StoredDraft } from '../../mail/letters/drafts.ts'
import { DESK } from '../access/destination.ts'

export const LETTERS = `${DESK}/lettres`

/** Returns the URL of the page that writes a letter. @param id of its draft; missing for a new one */
export function draftPath(id?: number): string {
  return `${LETTERS}/nouvelle${id === undefined ? '' : `?brouillon=${id}`}`
}

/** Maximum length of a text, in characters, because mail programs cut longer e-mails. */
export const TEXT_MAX = 30_000
const SUBJECT_MAX = 300
/** Lines of the file before the text. */
const HEAD_LINES = 4

export const EMPTY_LETTER: DraftWords = {
  list: '',
  subject: '',
  text: 'Bonjour,\n\n',
  firstReaders: null,
  restOf: null,
}

/** Reads the submitted letter; values that are not text become empty. @param draft provides `restOf` */
export function readDraftWords({ liste, objet, texte, premieres }: Input, draft: StoredDraft | undefined): DraftWords {
  const textOf = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : '')
  const list = textOf(liste)
  // Browsers also send this field when it is hidden for other lists.
  const first = formNamed(list)?.processing.endsWithLetter ? textOf(premieres) : ''
  return {
    list,
    subject: textOf(objet).replace(/\s+/g, ' ').slice(0, SUBJECT_MAX),
    text: textOf(texte),
    firstReaders: /^[1-9]\d{0,6}$/.test(first) ? Number(first) : null,
    restOf: draft?.restOf ?? null,
  }
}

/** Returns a finding with its place in the form, such as «Objet» or «Texte, ligne 3». */
export function placed({ line, what, mend }: LetterFinding) {
  return { place: line > HEAD_LINES ? `Texte, ligne ${line - HEAD_LINES}` : 'Objet', what, mend }
}

/** Allows inline styles and embedded pictures, as in e-mails; no scripts, forms or top navigation. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'"

/** Responds with a letter alone, for a frame in a page of the desk. */
export function previewResponse(html: string): Response {
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Frame-Options': 'SAMEORIGIN',
    },
  })
}
