import { applyFixes } from '../../check/finding.ts'
import { type Source, sourceOf } from '../../check/reading/sources.ts'
import { checkCharacters } from '../../check/rules/check-characters.ts'
import { checkTypography } from '../../check/rules/check-typography.ts'
import { UNSUBSCRIBE_NAME } from './unsubscribe-place.ts'

/** What each letter ends with unless it says it itself. */
const LEAVE = `[Me désinscrire]({{ ${UNSUBSCRIBE_NAME} }})`
const LEAVES = new RegExp(`\\]\\(\\{\\{\\s*${UNSUBSCRIBE_NAME}\\s*\\}\\}\\)`)

/**
 * A letter with everything mended that has one answer: apostrophes, quotes, spaces, invisible characters, line ends, and
 * the line by which readers leave. A letter that was mended is not changed again.
 */
export function mendLetter(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const typed = applyTo(applyTo(lines, checkCharacters), checkTypography)
  return LEAVES.test(typed) ? typed : `${typed.trimEnd()}\n\n${LEAVE}\n`
}

/** One change can uncover another beside it, so the rules are applied until they find nothing. */
function applyTo(text: string, check: typeof checkTypography): string {
  const mended = applyFixes(text, check([sourceOfLetter(text)]))
  return mended === text ? text : applyTo(mended, check)
}

/** A letter as the checks read a text of the site. */
export function sourceOfLetter(text: string): Source {
  return sourceOf('', 'lettre.md', text)
}
