import type { Counts } from '../../copy/facts/derived.ts'
import { inWords, NUMBER_WORDS, numberOf } from '../../copy/facts/french-numbers.ts'
import { type Finding, findingAt } from '../finding.ts'
import { collectionOf } from '../reading/collections.ts'
import type { Source } from '../reading/sources.ts'
import { hide, NOT_WORDS, proseSpansOf, type TextSpan } from '../reading/text-spans.ts'
import { countsOf } from '../reading/values-in.ts'

/** Where texts count entries, and with what name they can call the number. */
const COUNTED: readonly { of: keyof Counts; pattern: RegExp; name: string; only?: string }[] = [
  { of: 'questions', pattern: numberOfNouns('questions|réponses'), name: 'nombre_questions', only: 'pages/faq.yaml' },
  { of: 'models', pattern: numberOfNouns('modèles'), name: 'nombre_modeles' },
  { of: 'pieces', pattern: numberOfNouns('pièces'), name: 'nombre_pieces', only: 'pages/quilting.yaml' },
]

function numberOfNouns(nouns: string): RegExp {
  return new RegExp(`(?<![\\p{L}-])(\\d+|${NUMBER_WORDS})\\s+(?:${nouns})(?!\\p{L})`, 'giu')
}

/** What texts say while no saddlery is listed. */
const TO_COME = /\bliste\b[^.»\n]{0,90}(?:à venir|bientôt)|(?:à venir|bientôt)[^.»\n]{0,40}\bliste\b/gi

/** Texts that state another number of entries than there are, or that announce a list which is there. */
export function checkCounts(sources: readonly Source[]): Finding[] {
  const counts = countsOf(sources)
  const listed = sources.some((source) => collectionOf(source)?.name === 'saddleries')
  return sources
    .filter(({ folder }) => folder !== '')
    .flatMap(proseSpansOf)
    .flatMap((span) => [...miscounted(span, counts), ...(listed ? stillToCome(span) : [])])
}

function miscounted({ source, offset, text }: TextSpan, counts: Counts): Finding[] {
  const words = hide(text, ...NOT_WORDS)
  return COUNTED.filter(({ only }) => !only || only === source.path).flatMap(({ of, pattern, name }) =>
    [...words.matchAll(pattern)].flatMap(({ 0: said, 1: number = '', index }) => {
      const count = /^\d/.test(number) ? Number(number) : numberOf(number)
      if (count === counts[of] || count === 1) return []
      return [
        findingAt(
          source,
          offset + index,
          `« ${said} » : il y en a ${inWords(counts[of])}.`,
          `Écrivez {{ ${name} }}, qui suit le compte.`,
        ),
      ]
    }),
  )
}

function stillToCome({ source, offset, text }: TextSpan): Finding[] {
  // shared.yaml holds what is shown in place of an empty list.
  if (source.path === 'pages/shared.yaml') return []
  return [...text.matchAll(TO_COME)].map(({ 0: said, index }) =>
    findingAt(source, offset + index, `« ${said} » : des selleries sont inscrites.`, 'Dites que la liste est là.'),
  )
}
