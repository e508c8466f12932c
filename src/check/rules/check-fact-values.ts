import { daysOf, parseDuration, spelt } from '../../copy/facts/duration.ts'
import { type FactRule, outOfBounds, ruleOf } from '../../copy/facts/fact-rules.ts'
import { withoutSpaces } from '../../copy/facts/identifiers.ts'
import { forms } from '../../forms/index.ts'
import { type Finding, findingOn } from '../finding.ts'
import { dayThatIsNone, tooFar } from '../reading/days.ts'
import type { Fact } from '../reading/facts-of.ts'

/** How many years ahead a campaign may end; later dates are typing mistakes. */
const AHEAD_YEARS = 3
/** Pairs of facts of which the first must not be larger than the second. */
const IN_ORDER: readonly [small: string, large: string, what: string][] = [
  ['delai_retractation', 'delai_retour', 'le délai de retour est plus court que le délai de rétractation.'],
  ['delai_remboursement', 'plafond_remboursement', 'c’est plus long que le plafond de la loi.'],
  ['frais_france', 'franco_france', 'l’envoi coûterait plus que ce qui le rend gratuit.'],
  ['traceurs_performance_depot', 'traceurs_performance', 'le traceur vivrait moins longtemps que son dépôt.'],
  ['tapis_termines', 'tapis_en_production', 'la série compterait moins de tapis que ceux qui sont terminés.'],
  ['tapis_reserves', 'tapis_en_production', 'la série compterait moins de tapis que ceux qui sont réservés.'],
  ['largeur_minimale', 'largeur_maximale', 'l’écran le plus large serait plus étroit que le plus étroit.'],
]

/**
 * Finds facts that are not of their kind, implausible, beyond a legal limit, or contradict another fact. They stop
 * a build, because pages would state them as true.
 * @param today AAAA-MM-JJ
 */
export function checkFactValues(facts: readonly Fact[], today: string): Finding[] {
  const written = facts.filter(({ value }) => value !== '')
  return [...written.flatMap((fact) => wrongKind(fact, today)), ...contradictions(written)]
}

function wrongKind(fact: Fact, today: string): Finding[] {
  const rule = ruleOf(fact.name)
  if (!rule) return []
  const example = rule.atLeast ?? rule.atMost ?? rule.example
  const none = rule.kind === 'date' && dayThatIsNone(fact.value)
  if (none) return wrong(fact, ...none)
  if (!rule.is(fact.value))
    return wrong(fact, `« ${fact.value} » n’est pas ${rule.called}.`, `Écrivez par exemple ${example}.`)
  const right = rule.kind === 'duration' ? spelt(fact.value) : fact.value
  if (right !== fact.value) return wrong(fact, `« ${fact.value} » n’est pas accordé.`, `Écrivez ${right}.`)
  if (rule.kind === 'hours' && closesFirst(fact.value))
    return wrong(fact, `« ${fact.value} » : la maison fermerait avant d’ouvrir.`, 'Écrivez l’ouverture d’abord.')
  const far = rule.kind === 'date' && tooFar(fact.value, today, AHEAD_YEARS)
  if (far) return wrong(fact, ...far)
  const beyond = beyondLimit(fact, rule)
  if (beyond.length > 0) return beyond
  const uncounted = rule.counted && notCounted(fact, rule.counted, example)
  if (uncounted) return uncounted
  const bounds = outOfBounds(rule, fact.value)
  if (!bounds) return []
  return wrong(
    fact,
    `« ${fact.value} » ne peut pas être ce que vous vouliez dire.`,
    `Écrivez de ${bounds[0]} à ${bounds[1]}.`,
  )
}

/** Finds a duration in a format with which the program cannot compute. */
function notCounted(fact: Fact, unit: 'hours' | 'days', example: string): Finding[] | undefined {
  const isKnown = unit === 'hours' ? /^(?:\d+\sà\s)?\d+\sh$/ : /^\d+\sjours?$/
  if (isKnown.test(fact.value)) return undefined
  const what = `« ${fact.value} » : le site compte ce délai en ${unit === 'hours' ? 'heures' : 'jours'}, et en chiffres.`
  return wrong(fact, what, `Écrivez par exemple ${example}.`)
}

/** True for closing before opening, such as «18 h 00 – 9 h 00». */
function closesFirst(value: string): boolean {
  const [opens = 0, closes = 24 * 60] = [...value.matchAll(/(\d+)\s*h\s*(\d*)/g)].map(
    ([, hour, minute]) => Number(hour) * 60 + Number(minute),
  )
  return closes <= opens
}

function beyondLimit(fact: Fact, { atLeast, atMost, source }: FactRule): Finding[] {
  const value = parseDuration(fact.value)
  const limit = parseDuration(atLeast ?? atMost ?? '')
  if (value && value.least > value.most)
    return wrong(fact, `« ${fact.value} » commence par le plus long.`, 'Écrivez le plus court d’abord.')
  if (!value || !limit) return []
  if (value.working)
    return wrong(
      fact,
      `« ${fact.value} » compte en jours ouvrés, la loi en jours de calendrier.`,
      `Écrivez ${atLeast ?? atMost} (${source}).`,
    )
  const days = daysOf(limit.least, limit.unit)
  if (atLeast && daysOf(value.least, value.unit) < days)
    return wrong(fact, `${fact.value}, c’est moins que la loi ne l’exige.`, `Écrivez ${atLeast} au moins (${source}).`)
  if (atMost && daysOf(value.most, value.unit) > days)
    return wrong(fact, `${fact.value}, c’est plus que la règle ne le permet.`, `Écrivez ${atMost} au plus (${source}).`)
  if (value.least !== value.most)
    return wrong(
      fact,
      `« ${fact.value} » : un délai que la loi fixe est un seul nombre.`,
      `Écrivez ${atLeast ?? atMost} (${source}).`,
    )
  return []
}

/** Finds facts that are valid by themselves but contradict each other. */
function contradictions(facts: readonly Fact[]): Finding[] {
  const named = (name: string) => facts.find((fact) => fact.name === name)
  const [siren, vat, register] = ['siren', 'tva_intracommunautaire', 'immatriculation'].map(named)
  const findings: Finding[] = []
  const add = (fact: Fact, what: string, mend: string) => findings.push(...wrong(fact, what, mend))
  const digits = siren && withoutSpaces(siren.value)
  if (digits && vat && !withoutSpaces(vat.value).endsWith(digits))
    add(vat, 'ce numéro de TVA ne finit pas par le numéro SIREN de la maison.', `Le SIREN est ${siren.value}.`)
  const registered = withoutSpaces(register?.value ?? '')
  if (digits && register && /\d{9}/.test(registered) && !registered.includes(digits))
    add(register, 'cette immatriculation porte un autre numéro SIREN.', `Le SIREN est ${siren.value}.`)
  const [made, finished, reserved] = ['tapis_en_production', 'tapis_termines', 'tapis_reserves'].map(named)
  if (made && finished && reserved && Number(finished.value) + Number(reserved.value) > Number(made.value))
    add(
      reserved,
      `la série compte ${made.value} tapis, dont ${finished.value} terminés : il n’en reste pas autant à réserver.`,
      `Écrivez ${Math.max(0, Number(made.value) - Number(finished.value))} au plus.`,
    )
  const kept = named('conservation_marketing')
  const keptFor = kept && parseDuration(kept.value)
  const months = forms.newsletter.processing.retentionMonths
  if (kept && keptFor && daysOf(keptFor.most, keptFor.unit) !== daysOf(months, 'mois'))
    add(kept, `le site efface ces adresses après ${months} mois.`, `Écrivez ${months / 12} ans.`)
  for (const [smaller, larger, what] of IN_ORDER) {
    const [small, large] = [named(smaller), named(larger)]
    if (!small || !large || !(sizeOfFact(small) > sizeOfFact(large))) continue
    // If the larger fact has a legal limit, the smaller one must change.
    if (ruleOf(larger)?.atMost) add(small, what, `Écrivez ${large.value} au plus.`)
    else add(large, what, `Écrivez ${small.value} au moins.`)
  }
  return findings
}

function sizeOfFact({ name, value }: Fact): number {
  const rule = ruleOf(name)
  return (rule?.is(value) ? rule.size?.(value) : undefined) ?? Number.NaN
}

function wrong(fact: Fact, what: string, mend: string): Finding[] {
  return findingOn(fact, `${fact.name} : ${what}`, mend, true)
}
