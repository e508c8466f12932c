import { parseDocument } from 'yaml'
import { UNSUBSCRIBE_NAME } from './letter-mail.ts'

/** A letter as written: its subject, and where the Markdown below its head begins. */
export interface LetterSource {
  text: string
  subject: string
  /** Offset of the Markdown; 0 without a head. */
  bodyAt: number
}

/** Appended to a letter without an unsubscribe link. */
const LEAVE = `[Me désinscrire]({{ ${UNSUBSCRIBE_NAME} }})`
const LEAVES = new RegExp(`\\]\\(\\{\\{\\s*${UNSUBSCRIBE_NAME}\\s*\\}\\}\\)`)

/** A hyphen between spaces, typed for a dash. The texts of the site keep it, because names contain it. */
const HYPHEN = /(?<=[\p{L}\d»)}]) - (?=[\p{L}\d«([{])/gu
/** Soft hyphen, zero-width characters and direction marks, which come with pasted text. */
const INVISIBLE = /[\u00AD\u200B\u200C\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g
const HEAD = /^---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/

/** Mends what a paste brings – line ends, invisible characters, hyphens – and adds the unsubscribe link. Idempotent. */
export function fixLetter(text: string): string {
  const typed = text.replaceAll('\r\n', '\n').replace(INVISIBLE, '').replace(HYPHEN, ' – ')
  return LEAVES.test(typed) ? typed : `${typed.trimEnd()}\n\n${LEAVE}\n`
}

export function sourceOfLetter(text: string): LetterSource {
  const [head = '', yaml = ''] = HEAD.exec(text) ?? []
  const document = parseDocument(yaml, { logLevel: 'error' })
  const subject = document.errors.length === 0 ? document.get('objet') : undefined
  return { text, bodyAt: head.length, subject: typeof subject === 'string' ? subject : '' }
}
