import { type Finding, findingAt } from '../finding.ts'
import type { TextSpan } from '../reading/text-spans.ts'

/** A sentence, or what makes it from the words that were found. */
type Said = string | ((found: string) => string)

/** What a text must not hold. */
export interface Rule {
  pattern: RegExp
  what: Said
  mend: Said
  /** What takes the place of a match, where there is only one answer; undefined where it depends on the sentence. */
  replacement?: (found: string) => string | undefined
}

/** Every place of a text that breaks one of the rules. @param text of the span, in which parts may be hidden */
export function breaches(
  rules: readonly Rule[],
  { source, offset }: Pick<TextSpan, 'source' | 'offset'>,
  text: string,
): Finding[] {
  return rules.flatMap(({ pattern, what, mend, replacement }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
      const [start, end] = [offset + index, offset + index + found.length]
      const written = source.text.slice(start, end)
      const fixed = replacement?.(written)
      if (fixed === written) return []
      const finding = findingAt(source, start, said(what, found), said(mend, found))
      return fixed === undefined ? finding : { ...finding, fix: { start, end, text: fixed } }
    }),
  )
}

function said(words: Said, found: string): string {
  return typeof words === 'string' ? words : words(found)
}
