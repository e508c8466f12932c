import { applyFixes } from '../../../check/finding.ts'
import { type Source, sourceOf } from '../../../check/reading/sources.ts'
import { checkCharacters } from '../../../check/rules/check-characters.ts'
import { checkTypography } from '../../../check/rules/check-typography.ts'
import { UNSUBSCRIBE_NAME } from './letter-mail.ts'

/** Appended to a letter without an unsubscribe link. */
const LEAVE = `[Me désinscrire]({{ ${UNSUBSCRIBE_NAME} }})`
const LEAVES = new RegExp(`\\]\\(\\{\\{\\s*${UNSUBSCRIBE_NAME}\\s*\\}\\}\\)`)

/** A hyphen between spaces, typed for a dash. The texts of the site keep it, because names contain it. */
const HYPHEN = /(?<=[\p{L}\d»)}]) - (?=[\p{L}\d«([{])/gu

/**
 * Applies all unambiguous fixes to a letter: apostrophes, quotes, spaces, dashes, invisible characters, line ends, and
 * the unsubscribe link. Idempotent.
 */
export function fixLetter(text: string): string {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replace(HYPHEN, ' – ')
  const typed = applyTo(applyTo(lines, checkCharacters), checkTypography)
  return LEAVES.test(typed) ? typed : `${typed.trimEnd()}\n\n${LEAVE}\n`
}

/** Repeats the fixes until there are none left, because a fix can reveal another one beside it. */
function applyTo(text: string, check: typeof checkTypography): string {
  const mended = applyFixes(text, check(sourceOfLetter(text)))
  return mended === text ? text : applyTo(mended, check)
}

/** Wraps a letter as a Source, the input of the checks. */
export function sourceOfLetter(text: string): Source {
  return sourceOf('', 'lettre.md', text)
}
