import { PLACEHOLDER } from '../../copy/placeholders.ts'
import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { BODY, proseSpansOf } from '../reading/text-spans.ts'

/** Keys whose paragraphs are sentences; the words of a client stay as they were written. */
const SENTENCES = ['text', 'note', 'lead', 'description', BODY]
/** Shorter ones may be a signature or the words beside an address. */
const LEAST_WORDS = 8

/** Paragraphs that end without a sign; titles, lists and tables are left alone. */
export function checkEnds(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ folder }) => folder !== 'testimonials')
    .flatMap(proseSpansOf)
    .filter(({ key }) => SENTENCES.includes(key))
    .flatMap(({ source, offset, text }) =>
      [...text.matchAll(/(?:^.*\S.*$\n?)+/gm)]
        .filter(([paragraph]) => lacksEnd(paragraph.trim()))
        .flatMap(({ 0: paragraph, index }) =>
          findingAt(
            source,
            offset + index + paragraph.trimEnd().length - 1,
            'ce paragraphe finit sans ponctuation.',
            'Mettez un point à la fin.',
          ),
        ),
    )
}

function lacksEnd(paragraph: string): boolean {
  if (/^(?:[-*+#|<>[:]|\d+[.)] )/.test(paragraph) && !/^\*{1,2}\p{L}/u.test(paragraph)) return false
  // A value counts as a figure, a link as its words.
  const shown = paragraph.replaceAll(PLACEHOLDER, '1').replace(/\]\([^)\s]*\)/g, '')
  const words = shown.match(/\p{L}+/gu) ?? []
  return words.length >= LEAST_WORDS && /[\p{L}\d][*_»)\s]*$/u.test(shown)
}
