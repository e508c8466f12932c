import type { LetterDraft, LetterFinding } from '../../letters/types.ts'

/** A letter as it is typed in the desk. */
export interface TypedLetter {
  list: string
  subject: string
  /** Markdown. */
  text: string
}

/** A mistake in a letter, with the place where somebody finds it in the form. */
export interface PlacedFinding {
  /** Such as «Objet» or «Texte, ligne 3». */
  place: string
  what: string
  mend: string
}

/** Most characters of a text. An e-mail of more would be cut by mail programs. */
export const TEXT_MAX = 30_000
/** Lines of the file before the first one of the text. */
const HEAD_LINES = 4

/** What the form says. The last line, which lets readers leave, is there from the beginning: every letter needs it. */
export const EMPTY_LETTER: TypedLetter = {
  list: '',
  subject: '',
  text: 'Bonjour,\n\n\n\n[Me désinscrire]({{ desinscription }})',
}

/** What somebody typed, from the values of the form; whatever is no text is empty. */
export function readTyped({ liste, objet, texte }: Record<string, unknown>): TypedLetter {
  const textOf = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : '')
  return { list: textOf(liste), subject: textOf(objet).replace(/\s+/g, ' '), text: textOf(texte) }
}

/** The letter as the Markdown file that `hera letter` reads. A text in JSON is one in YAML too. */
export function draftOf({ list, subject, text }: TypedLetter): LetterDraft {
  return { list, text: `---\nobjet: ${JSON.stringify(subject)}\n---\n\n${text}\n` }
}

export function placed({ line, what, mend }: LetterFinding): PlacedFinding {
  return { place: line > HEAD_LINES ? `Texte, ligne ${line - HEAD_LINES}` : 'Objet', what, mend }
}
