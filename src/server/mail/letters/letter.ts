import { hash } from 'node:crypto'

/** A letter as it is written at the desk. */
export interface LetterText {
  /** Name of the form whose confirmed addresses get it; '' until it is chosen. */
  list: string
  subject: string
  /** Markdown. */
  text: string
  /** Only for this number of people, those who signed up first; null for all. */
  firstReaders: number | null
  /** Id of the stopped letter whose remaining readers it is for; null for all. */
  restOf: number | null
}

/** Final texts of a letter, except for the links of the recipients, which replace `UNSUBSCRIBE_PATH`. */
export interface LetterTexts {
  subject: string
  /** With its pictures in it, as data: URLs. */
  html: string
  text: string
}

/** Used in place of a token; real tokens are longer. */
export const TRIAL_TOKEN = 'lien-personnel'
/**
 * Path of the URL that a stored letter contains in place of each recipient's own link. A test e-mail keeps this URL:
 * it leads to an explanatory page, and one-click unsubscribe with it ends no sign-up.
 */
export const UNSUBSCRIBE_PATH = `/desinscription/${TRIAL_TOKEN}`

/** Placeholder of the reader's unsubscribe link in a letter: {{ desinscription }}. */
export const UNSUBSCRIBE_NAME = 'desinscription'
/** Appended to a letter without an unsubscribe link. */
const LEAVE = `[Me désinscrire]({{ ${UNSUBSCRIBE_NAME} }})`
const LEAVES = new RegExp(`\\]\\(\\{\\{\\s*${UNSUBSCRIBE_NAME}\\s*\\}\\}\\)`)

/** A hyphen between spaces, typed for a dash. The texts of the site keep it, because names contain it. */
const HYPHEN = /(?<=[\p{L}\d»)}]) - (?=[\p{L}\d«([{])/gu
/** Soft hyphen, zero-width characters and direction marks, which come with pasted text. */
const INVISIBLE = /[\u00AD\u200B\u200C\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g

/** Mends what a paste brings – line ends, invisible characters, hyphens – and adds the unsubscribe link. Idempotent. */
export function fixLetter(text: string): string {
  const typed = text.replaceAll('\r\n', '\n').replace(INVISIBLE, '').replace(HYPHEN, ' – ').trim()
  return LEAVES.test(typed) ? typed : `${typed}\n\n${LEAVE}`
}

/**
 * Identifies a letter to its readers (SHA-256, hexadecimal); what fixLetter mends makes no difference.
 * @param wave number of the notice to the first ones of a list, of which each is another letter
 */
export function digestOf({ subject, text, firstReaders, restOf }: LetterText, wave: number): string {
  const part = firstReaders ? `vague ${wave}` : restOf ? `suite de ${restOf}` : ''
  return hash('sha256', asFile(subject, fixLetter(text)).trim() + part, 'hex')
}

/** A letter is stored as the Markdown file that it once was, so that one sent long ago is recognised. */
export function asFile(subject: string, text: string): string {
  return `---\nobjet: ${JSON.stringify(subject)}\n---\n\n${text}\n`
}

/** Returns the Markdown of a stored letter. */
export function markdownOf(file: string): string {
  return file.replace(/^---\n[\s\S]*?\n---\n/, '').trim()
}
