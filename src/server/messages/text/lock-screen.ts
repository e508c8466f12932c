import { withoutLinks } from './quoted-words.ts'

/** What a phone shows of a notification, so that no more is written into a header. */
const SUBJECT_MAX = 70
const NAME_MAX = 60

/**
 * Somebody's words in one line of a header, for the house alone: only what a reader sees, no address that a mail program
 * would turn into a link, cut between two words (docs/threat-model.md).
 */
export function headerWords(words: string, max = SUBJECT_MAX): string {
  const [{ value } = { value: '' }] = withoutLinks([{ label: '', value: words }])
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
  const line = value.replace(/[\s\u0000-\u001F\u007F-\u009F]+/g, ' ').trim()
  if (line.length <= max) return line
  const cut = line.slice(0, max)
  return `${cut.slice(0, cut.lastIndexOf(' ') > max / 2 ? cut.lastIndexOf(' ') : max).replace(/[\s,;:.–-]+$/, '')}…`
}

/** The same as a sender's name, in which nothing looks like an address. */
export function senderLabel(words: string): string {
  return headerWords(words.replace(/[<>"\\@]/g, ' '), NAME_MAX)
}
