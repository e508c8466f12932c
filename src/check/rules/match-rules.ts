import { type Finding, findingAt } from '../finding.ts'
import type { TextSpan } from '../reading/text-spans.ts'

/** A sentence, or a function that creates it from a match: its text, its groups, the whole text. */
type Said<Sentence> = string | ((found: string, ...others: string[]) => Sentence)

/** A pattern that a text must not contain. */
export interface Rule {
  pattern: RegExp
  /** Undefined for a match that is correct. */
  what: Said<string | undefined>
  mend: Said<string>
  /** Returns the replacement of a match; undefined if it depends on the sentence. */
  replacement?: (found: string) => string | undefined
}

/**
 * Returns a finding for each match of the rules in a text.
 * @param text of the span; parts of it may be hidden
 */
export function matchRules(
  rules: readonly Rule[],
  { source, offset }: Pick<TextSpan, 'source' | 'offset'>,
  text: string,
): Finding[] {
  return rules.flatMap(({ pattern, what, mend, replacement }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const start = offset + match.index
      const end = start + match[0].length
      const written = source.text.slice(start, end)
      const fixed = replacement?.(written)
      const wrong = said(what, match)
      if (wrong === undefined || fixed === written) return []
      const fixes = fixed === undefined ? [] : [{ start, end, text: fixed }]
      return findingAt(source, start, wrong, said(mend, match)).map((finding) => ({ ...finding, fixes }))
    }),
  )
}

function said<Sentence>(words: Said<Sentence>, match: RegExpExecArray): Sentence | string {
  const [found, ...groups] = match
  return typeof words === 'string' ? words : words(found, ...groups, match.input)
}
