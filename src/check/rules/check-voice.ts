import { type Finding, findingAt } from '../finding.ts'
import { pathsOf, siteRoutes } from '../reading/routes.ts'
import { sectionsOf } from '../reading/sections-of.ts'
import type { Source } from '../reading/sources.ts'
import { hide, NOT_WORDS, proseSpansOf } from '../reading/text-spans.ts'
import { matchRules, type Rule } from './match-rules.ts'

/** Pages that present the products or the company; each must mention the horse. */
const OF_THE_PIECES = ['home', 'quilting', 'about', 'ambassador', 'hera-club', 'partenariat', 'sellerie-royale']
/** Pages for exercising a right or after an error, where legal terms and negations are allowed. */
const PLAIN = ['retractation', 'merci', 'confirmation', 'desinscription', 'error', 'not-found']
/** Files whose texts are on every page, or on none. */
const NO_PAGE = ['interface', 'header', 'footer', 'lancement', 'company', 'facts', 'pictures']
const NEGATIONS_MAX = 2
const PAGES_MAX = 2
const WORDS_MIN = 6

const HORSE = /\b(?:cheval|chevaux|jument|poney)/i
const NEGATION = /(?<!\p{L})(?:ne\s|n’)(?=\p{L})/giu
const DEFENSIVE =
  /(?:^[ \t]*|(?<=[.;:]\s))(?:Ce site n’|Ce n’est pas|Ceci n’est pas|Il n’y a pas|Nous ne promettons|Aucun de ces|[^.;:]{0,40}(?:n’est pas un|ne sont pas des?\s|n’engage))/gimu
const LAW =
  /rétract\p{L}*|stipul\p{L}*|précontractuel\p{L}*|non-conform\p{L}*|base légale|RGPD|sous réserve|article [LRD]\.|consentement|n’engage ni/giu

const WORDS: readonly Rule[] = [
  { pattern: DEFENSIVE, what: (found) => `« ${found.trim()} » se défend.`, mend: 'Commencez par ce qui est.' },
  { pattern: LAW, what: (found) => `« ${found} » est un mot de juriste.`, mend: 'Dites-le comme au comptoir.' },
]

/**
 * Advice on style for texts that would be hard to read aloud. These are not mistakes.
 * @param sources the files of src/content
 */
export function checkVoice(sources: readonly Source[]): Finding[] {
  const pages = sources.filter(({ folder, id }) => folder === 'pages' && !PLAIN.includes(id) && !NO_PAGE.includes(id))
  return [
    ...pages.flatMap(negations),
    ...pages.filter(({ id }) => OF_THE_PIECES.includes(id)).flatMap(withoutHorse),
    ...pages.flatMap(proseSpansOf).flatMap((span) => matchRules(WORDS, span, hide(span.text, ...NOT_WORDS))),
    ...repeated(sources),
  ]
}

/** Finds sections with too many negations. */
function negations(source: Source): Finding[] {
  const spans = proseSpansOf(source)
  return sectionsOf(source).flatMap(({ name, at, section }) => {
    const [start, end] = section.range ?? [0, 0]
    const texts = spans.filter(({ offset }) => offset >= start && offset < end)
    const count = texts.reduce((sum, { text }) => sum + [...text.matchAll(NEGATION)].length, 0)
    return count <= NEGATIONS_MAX
      ? []
      : findingAt(source, at, `la section « ${name} » nie ${count} fois.`, 'Dites ce qui est.')
  })
}

function withoutHorse(source: Source): Finding[] {
  if (proseSpansOf(source).some(({ text }) => HORSE.test(text))) return []
  return findingAt(
    source,
    0,
    'le cheval n’est pas sur cette page.',
    'Montrez la pièce sur lui, ou la main qui le selle.',
  )
}

/** Finds sentences on more than two pages, at their last occurrence. */
function repeated(sources: readonly Source[]): Finding[] {
  const routes = siteRoutes(sources)
  const seen = new Map<string, { pages: Set<string>; source: Source; at: number }>()
  for (const { source, offset, text } of sources.flatMap(proseSpansOf)) {
    // An entry of a collection is written once, and a page may use it without showing its text.
    if (!['pages', 'legal'].includes(source.folder) || NO_PAGE.includes(source.id) || source.id.startsWith('_'))
      continue
    const paths = pathsOf(source, routes)
    for (const { 0: whole, index } of text.matchAll(/[^.!?\n]+[.!?]/g)) {
      const sentence = whole.replace(/\s+/g, ' ').trim()
      if (sentence.split(' ').length < WORDS_MIN) continue
      const pages = new Set([...(seen.get(sentence)?.pages ?? []), ...paths])
      seen.set(sentence, { pages, source, at: offset + index + whole.length - whole.trimStart().length })
    }
  }
  return [...seen].flatMap(([sentence, { pages, source, at }]) =>
    pages.size > PAGES_MAX
      ? findingAt(
          source,
          at,
          `« ${sentence} » se lit sur ${pages.size} pages.`,
          'Dites-le une fois, là où on le cherche.',
        )
      : [],
  )
}
