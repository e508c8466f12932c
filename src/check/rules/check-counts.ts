import { type Counts, capital } from '../../copy/facts/derived.ts'
import { NUMBER_WORDS, numberInWords, numberOf } from '../../copy/facts/french-numbers.ts'
import type { Finding } from '../finding.ts'
import { collectionOf } from '../reading/collections.ts'
import type { Source } from '../reading/sources.ts'
import { hide, NOT_WORDS, proseSpansOf } from '../reading/text-spans.ts'
import { countsOf } from '../reading/values-in.ts'
import { matchRules, type Rule } from './match-rules.ts'

/** Nouns of counted entries, with the placeholder to use instead of the number. */
const COUNTED: readonly { of: keyof Counts; noun: string; name: string; only?: string }[] = [
  { of: 'questions', noun: 'questions', name: 'nombre_questions' },
  { of: 'questions', noun: 'réponses', name: 'nombre_questions', only: 'pages/faq.yaml' },
  { of: 'models', noun: 'modèles', name: 'nombre_modeles' },
  { of: 'pieces', noun: 'pièces', name: 'nombre_pieces', only: 'pages/quilting.yaml' },
]

/** Announcements of a list of saddleries, which are wrong once one is listed. */
const TO_COME: Rule = {
  pattern: /\bliste\b[^.»\n]{0,90}(?:à venir|bientôt)|(?:à venir|bientôt)[^.»\n]{0,40}\bliste\b/gi,
  what: (said) => `« ${said} » : des selleries sont inscrites.`,
  mend: 'Dites que la liste est là.',
}

/** Finds wrong numbers of entries, and announcements of a list that exists. */
export function checkCounts(sources: readonly Source[]): Finding[] {
  const counts = countsOf(sources)
  const listed = sources.some((source) => collectionOf(source)?.name === 'saddleries')
  return sources
    .filter(({ folder }) => folder !== '')
    .flatMap((source) => {
      const counted = COUNTED.filter(({ only }) => !only || only === source.path).map((each) =>
        miscounted(each, counts),
      )
      return proseSpansOf(source).flatMap((span) => [
        ...matchRules(counted, span, hide(span.text, ...NOT_WORDS)),
        // shared.yaml has the texts shown in place of an empty list.
        ...(listed && source.path !== 'pages/shared.yaml' ? matchRules([TO_COME], span, span.text) : []),
      ])
    })
}

function miscounted({ of, noun, name }: (typeof COUNTED)[number], counts: Counts): Rule {
  return {
    pattern: new RegExp(`(?<![\\p{L}-])(\\d+|${NUMBER_WORDS})\\s+${noun}(?!\\p{L})`, 'giu'),
    what(said, number = '') {
      const count = numberOf(number)
      return count === counts[of] || count === 1 ? undefined : `« ${said} » : il y en a ${numberInWords(counts[of])}.`
    },
    mend: (said) => `Écrivez {{ ${/^\p{Lu}/u.test(said) ? capital(name) : name} }}, qui suit le compte.`,
  }
}
