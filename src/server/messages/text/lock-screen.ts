import { withoutLinks } from './quoted-words.ts'

/** Length that a phone shows in a notification, in characters. */
const SUBJECT_MAX = 70
const NAME_MAX = 60

/**
 * Turns a visitor's text into one line of a header, only for e-mails to the owner: without invisible characters and
 * links, cut between words (docs/threat-model.md).
 */
export function headerWords(words: string, max = SUBJECT_MAX): string {
  const [{ value } = { value: '' }] = withoutLinks([{ label: '', value: words }])
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
  const line = value.replace(/[\s\u0000-\u001F\u007F-\u009F]+/g, ' ').trim()
  if (line.length <= max) return line
  const cut = line.slice(0, max)
  return `${cut.slice(0, cut.lastIndexOf(' ') > max / 2 ? cut.lastIndexOf(' ') : max).replace(/[\s,;:.–-]+$/, '')}…`
}

/** The same for a sender name, without the characters of an address. */
export function senderLabel(words: string): string {
  return headerWords(words.replace(/[<>"\\@]/g, ' '), NAME_MAX)
}
