import { DERIVED_NAMES } from '../copy/facts/derived.ts'
import { daysOf, parseDuration } from '../copy/facts/duration.ts'
import { withoutSpaces } from '../copy/facts/identifiers.ts'
import { dayInParis } from '../forms/calendar.ts'
import { forms } from '../forms/index.ts'
import { type Fact, ruleOf } from './known-facts.ts'

/** Facts as written, by name; '' for one that is still unknown. */
type Facts = Readonly<Record<string, string | undefined>>
/** Name of the wrong fact, and in French what is wrong and the remedy. */
type Fault = readonly [name: string, sentence: string]

/** How many years ahead a campaign may end; later dates are typing mistakes. */
const AHEAD_YEARS = 3
/** Pairs of facts of which the first must not be larger than the second. */
const IN_ORDER: readonly [small: string, large: string, what: string][] = [
  ['delai_retractation', 'delai_retour', 'le délai de retour est plus court que le délai de rétractation'],
  ['delai_remboursement', 'plafond_remboursement', 'c’est plus long que le plafond de la loi'],
  ['tapis_termines', 'tapis_en_production', 'la série compterait moins de tapis que ceux qui sont terminés'],
  ['tapis_reserves', 'tapis_en_production', 'la série compterait moins de tapis que ceux qui sont réservés'],
]

/**
 * Returns the facts that no text can call, that are not of their kind, beyond a legal limit, or contradict
 * another one.
 */
export function factFaults(facts: Facts): Fault[] {
  const faults = Object.entries(facts).flatMap(([name, value = '']): Fault[] => {
    const sentence = faultOf(name, value.trim())
    return sentence ? [[name, sentence]] : []
  })
  return [...faults, ...contradictions(facts)]
}

function faultOf(name: string, value: string): string | undefined {
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    return 'Un texte ne peut pas appeler ce nom : gardez les minuscules sans accent, les chiffres et le tiret bas'
  if (DERIVED_NAMES.includes(name)) return 'Cette valeur se calcule : retirez la ligne, les textes l’appellent toujours'
  const rule = ruleOf(name)
  if (!rule || value === '') return undefined
  if (!rule.is(value)) return `« ${value} » n’est pas ${rule.called} : écrivez par exemple ${rule.example}`
  if (rule.kind === 'hours' && closesFirst(value))
    return 'La maison fermerait avant d’ouvrir : écrivez l’ouverture d’abord'
  if (rule.kind === 'date') return tooLate(value)
  return rule.kind === 'duration' ? (beyondLimit(value, rule) ?? notCounted(value, rule)) : undefined
}

/** True for closing before opening, such as «18 h 00 – 9 h 00». */
function closesFirst(value: string): boolean {
  const [opens = 0, closes = 24 * 60] = [...value.matchAll(/(\d+)\s*h\s*(\d*)/g)].map(
    ([, hour, minute]) => Number(hour) * 60 + Number(minute),
  )
  return closes <= opens
}

function tooLate(value: string): string | undefined {
  const today = dayInParis(new Date())
  const last = `${Number(today.slice(0, 4)) + AHEAD_YEARS}${today.slice(4)}`
  return value > last ? `Le ${value} est trop loin : écrivez un jour d’ici au ${last}` : undefined
}

function beyondLimit(value: string, { atLeast, atMost, source }: Fact): string | undefined {
  const duration = parseDuration(value)
  if (duration && duration.least > duration.most) return `« ${value} » commence par le plus long`
  const limit = parseDuration(atLeast ?? atMost ?? '')
  if (!duration || !limit) return undefined
  const days = daysOf(limit.least, limit.unit)
  const cited = `${atLeast ?? atMost} (${source})`
  if (duration.working) return `La loi compte en jours de calendrier, non en jours ouvrés : écrivez ${cited}`
  if (atLeast && daysOf(duration.least, duration.unit) < days)
    return `${value}, c’est moins que la loi ne l’exige : écrivez au moins ${cited}`
  if (atMost && daysOf(duration.most, duration.unit) > days)
    return `${value}, c’est plus que la règle ne le permet : écrivez au plus ${cited}`
  return duration.least === duration.most ? undefined : `Un délai que la loi fixe est un seul nombre : écrivez ${cited}`
}

/** Returns the remedy for a duration in a format with which the program cannot compute. */
function notCounted(value: string, { counted, example }: Fact): string | undefined {
  if (!counted || (counted === 'hours' ? /^(?:\d+\sà\s)?\d+\sh$/ : /^\d+\sjours?$/).test(value)) return undefined
  const unit = counted === 'hours' ? 'heures' : 'jours'
  return `Le site compte ce délai en ${unit}, et en chiffres : écrivez par exemple ${example}`
}

/** Returns facts that are valid by themselves but contradict each other. */
function contradictions(facts: Facts): Fault[] {
  const faults: Fault[] = []
  const [siren, vat, register] = ['siren', 'tva_intracommunautaire', 'immatriculation'].map((name) =>
    withoutSpaces(facts[name] ?? ''),
  )
  if (siren && vat && !vat.endsWith(siren))
    faults.push(['tva_intracommunautaire', `Il ne finit pas par le SIREN de la maison, ${facts.siren}`])
  if (siren && /\d{9}/.test(register ?? '') && !register?.includes(siren))
    faults.push(['immatriculation', `Elle porte un autre SIREN que celui de la maison, ${facts.siren}`])
  const [made = 0, finished = 0, reserved = 0] = ['tapis_en_production', 'tapis_termines', 'tapis_reserves'].map(
    (name) => Number(facts[name]),
  )
  if (finished + reserved > made)
    faults.push(['tapis_reserves', `Sur ${made} tapis, dont ${finished} terminés, il n’en reste pas autant à réserver`])
  const kept = parseDuration(facts.conservation_marketing ?? '')
  const months = forms.newsletter.processing.retentionMonths
  if (kept && daysOf(kept.most, kept.unit) !== daysOf(months, 'mois'))
    faults.push([
      'conservation_marketing',
      `Le site efface ces adresses après ${months} mois : écrivez ${months / 12} ans`,
    ])
  for (const [small, large, what] of IN_ORDER)
    if (sizeOf(small, facts) > sizeOf(large, facts))
      // If the larger fact has a legal limit, the smaller one must change.
      faults.push(
        ruleOf(large)?.atMost
          ? [small, `${what} : écrivez au plus ${facts[large]}`]
          : [large, `${what} : écrivez au moins ${facts[small]}`],
      )
  return faults
}

function sizeOf(name: string, facts: Facts): number {
  const rule = ruleOf(name)
  const value = facts[name] ?? ''
  return (rule?.is(value) ? rule.size?.(value) : undefined) ?? Number.NaN
}
