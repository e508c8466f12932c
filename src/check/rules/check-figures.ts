import { NUMBER_WORDS, numberOf } from '../../copy/facts/french-numbers.ts'
import { OWN_FIGURES } from '../../model/record.ts'
import type { Finding } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { hide, MAY_WRITE_OUT, NOT_WORDS, proseSpansOf } from '../reading/text-spans.ts'
import { isFixed } from './check-fixed-texts.ts'
import { matchRules, type Rule } from './match-rules.ts'

const IN_WORDS = `(?:${NUMBER_WORDS})(?:-(?:et-)?(?:${NUMBER_WORDS}))*`
const IN_DIGITS = '\\d+(?:[ \u00A0\u202F]\\d{3})*(?:,\\d+)?'
const TIME = 'jours?(?:\\s+ouvr(?:és|ables))?|semaines?|mois|ans?|années?|heures?|minutes?|secondes?'
const UNIT = `${TIME}|euros?|pour\\s+cent|kilos?|grammes?|(?:centi|milli)?mètres?|pixels?`
const SIGN = 'h(?:\\s*\\d\\d)?|min|s|€|%|kg|g|mm|cm|m²?|px|[kK]|tapis|vues(?:\\s+par\\s+mois)?'
const END = '(?![\\p{L}\\d])'
const RANGE = (number: string) => `(?:${number}\\s*(?:à|–|-|ou)\\s*)?${number}`
const FIGURE = new RegExp(
  [
    `\\+?(?<![\\p{L}\\d,.])${RANGE(IN_DIGITS)}\\s*(?:${UNIT}|${SIGN})${END}`,
    `(?<![\\p{L}\\d-])${RANGE(IN_WORDS)}\\s+(?:${UNIT})${END}`,
    `(?<![\\p{L}\\d])\\d{1,3}e(?:\\s+jour)?${END}`,
    `depuis\\s+\\d{4}${END}`,
  ].join('|'),
  'giu',
)
/** Boxes whose text the law prescribes word for word. */
const STATUTORY = /<div class="(?:statutory-box|model-form)"[\s\S]*?<\/div>/g

/** Finds durations, amounts, weights and percentages that are written directly instead of by a placeholder. */
export function checkFigures(source: Source, values: Readonly<Record<string, string>>): Finding[] {
  if (MAY_WRITE_OUT.includes(source.folder || source.id)) return []
  const rule: Rule = {
    pattern: FIGURE,
    // «un jour» («one day» in a story) is not a figure.
    what: (figure) =>
      /^une? jour$/i.test(figure) ? undefined : `« ${figure.replace(/\s+/g, ' ')} » est écrit dans le texte même.`,
    mend: (figure) => mendOf(normal(figure), values),
  }
  return proseSpansOf(source)
    .filter((span) => !isFixed(span) && !(span.path[0] === 'record' && OWN_FIGURES.includes(span.key)))
    .flatMap((span) => matchRules([rule], span, hide(span.text, STATUTORY, ...NOT_WORDS)))
}

/** Suggests placeholders whose value equals the figure or, if none does, contains it. */
function mendOf(figure: string, values: Readonly<Record<string, string>>): string {
  const names = Object.keys(values)
  const same = names.filter((name) => normal(values[name] ?? '') === figure)
  if (same.length > 0) return `Écrivez ${same.map((name) => `{{ ${name} }}`).join(' ou ')}.`
  const near = names.filter((name) => ` ${normal(values[name] ?? '')} `.includes(` ${figure} `))
  const hint = near.map((name) => `{{ ${name} }} (${values[name]})`).join(' ou ')
  const add = 'ajoutez ce chiffre à src/content/facts.yaml et appelez-le par son nom.'
  return hint ? `Écrivez ${hint}, ou ${add}` : add.replace(/^a/, 'A')
}

/** Normalizes the spelling of a figure, so that «trente jours» equals «30 jours». */
function normal(figure: string): string {
  return figure
    .toLowerCase()
    .replace(/[\s\u00A0\u202F]+/g, ' ')
    .replace(new RegExp(`(?<![\\p{L}\\d-])${IN_WORDS}(?![\\p{L}-])`, 'gu'), (words) => String(numberOf(words)))
    .replace(/^(\+|depuis |plus de )/, '')
    .replace(/(?<=\d) tapis$/, '')
    .replace(/ ?[–-] ?/g, ' à ')
    .replace(/ ?euros?/g, ' €')
    .replace(/ ?pour cent/g, ' %')
    .replace(/ ?grammes?/g, ' g')
    .replace(/ ?heures?/g, ' h')
    .replace(/années?/g, 'ans')
    .replace(/(?<=\d)(?=[^\d ])/g, ' ')
    .replace(/(\p{L}{3,})s\b/gu, '$1')
    .trim()
}
