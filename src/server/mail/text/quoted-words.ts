import { typographic } from '../../../copy/markdown/typography.ts'
import type { LabelledAnswer } from '../../../forms/receipt.ts'

/**
 * Characters that are invisible, change the reading direction or look like a space: format characters (Unicode Cf),
 * private use, fillers and variation selectors. A visitor could use them to hide text.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each sign is meant alone.
  /[\p{Cf}\p{Co}\p{Cs}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu
/** Control characters that do not end a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
const CONTROL = /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F]/g
/** Characters that a mail program may show as a line break. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

const LONG_VALUE = 60

/**
 * Formats answers as lines to be quoted: label and answer, a long answer below its label. Typesets the labels only;
 * removes only invisible characters from the answers.
 */
export function quotedLines(answers: readonly LabelledAnswer[]): string[] {
  return answers.flatMap(({ label, value }) => {
    const lines = value.replace(CONTROL, '').split(LINE_END).map(visible)
    const own = typographic(`${label} :`)
    return lines.length === 1 && value.length <= LONG_VALUE ? [`${own} ${lines[0]}`] : [own, ...lines]
  })
}

/** Removes invisible characters from a line. */
export function visible(line: string): string {
  return line.replace(INVISIBLE, '').replaceAll('\t', ' ').trimEnd()
}

/**
 * Breaks up everything in a line that a mail program would turn into a link, schemes and the dots of host names, and
 * removes invisible characters.
 */
export function breakLinks(line: string): string {
  return (
    line
      .replace(INVISIBLE, '')
      // https://… and mailto:… have no space after the colon, unlike French sentences.
      .replace(/(?<=[a-z][a-z\d+.-]*):(?=\S)/gi, '[:]')
      // A host name may end with a vowel sign or an emoji, so every character counts except spaces and dots.
      .replace(/(?<=[^\s.。．｡])[.。．｡](?=[\p{L}\p{M}\p{N}]{2})/gu, '[.]')
  )
}

/** Length that a phone shows in a notification, in characters. */
const SUBJECT_MAX = 70
const NAME_MAX = 60

/**
 * Turns a visitor's text into one line of a header, only for e-mails to the owner: without invisible characters and
 * links, cut where a phone would cut it (docs/threat-model.md).
 */
export function headerWords(words: string, max = SUBJECT_MAX): string {
  const line = breakLinks(words.replace(/[\s\p{Cc}]+/gu, ' ').trim())
  return line.length > max ? `${line.slice(0, max).trimEnd()}…` : line
}

/** The same for a sender name, without the characters of an address. */
export function senderLabel(words: string): string {
  return headerWords(words.replace(/[<>"\\@]/g, ' '), NAME_MAX)
}
