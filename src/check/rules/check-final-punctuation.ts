import { PLACEHOLDER } from '../../copy/placeholders.ts'
import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { BODY, proseSpansOf } from '../reading/text-spans.ts'

/** Keys whose paragraphs are sentences. Words of customers are not checked. */
const SENTENCES = ['text', 'note', 'lead', 'description', BODY]
/** Minimum number of words; shorter paragraphs may be a signature or an address. */
const LEAST_WORDS = 8

/** Finds paragraphs without punctuation at the end, except titles, lists and tables. */
export function checkFinalPunctuation(source: Source): Finding[] {
  if (source.folder === 'testimonials') return []
  return proseSpansOf(source)
    .filter(({ key }) => SENTENCES.includes(key))
    .flatMap(({ offset, text }) =>
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
  // A placeholder counts as a figure, a link as its text.
  const shown = paragraph.replaceAll(PLACEHOLDER, '1').replace(/\]\([^)\s]*\)/g, '')
  const words = shown.match(/\p{L}+/gu) ?? []
  return words.length >= LEAST_WORDS && /[\p{L}\d][*_»)\s]*$/u.test(shown)
}
