import { type Finding, findingAt } from '../finding.ts'
import type { TextSpan } from '../reading/text-spans.ts'

/** A sentence, or what makes it from a match: its words, then its groups. */
type Said<Sentence> = string | ((found: string, ...groups: string[]) => Sentence)

/** What a text must not hold. */
export interface Rule {
  pattern: RegExp
  /** Undefined for a match that is right as it is. */
  what: Said<string | undefined>
  mend: Said<string>
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
    [...text.matchAll(pattern)].flatMap((match) => {
      const start = offset + match.index
      const end = start + match[0].length
      const written = source.text.slice(start, end)
      const fixed = replacement?.(written)
      const wrong = said(what, match)
      if (wrong === undefined || fixed === written) return []
      const fix = fixed === undefined ? undefined : { start, end, text: fixed }
      return findingAt(source, start, wrong, said(mend, match)).map((finding) => ({ ...finding, ...(fix && { fix }) }))
    }),
  )
}

function said<Sentence>(words: Said<Sentence>, [found, ...groups]: RegExpExecArray): Sentence | string {
  return typeof words === 'string' ? words : words(found, ...groups)
}
