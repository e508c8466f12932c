import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DERIVED_NAMES } from '../../copy/facts/derived.ts'
import { daysOf, parseDuration, spelt } from '../../copy/facts/duration.ts'
import { type FactRule, outOfBounds, ruleOf } from '../../copy/facts/fact-rules.ts'
import { withoutSpaces } from '../../copy/facts/identifiers.ts'
import { missingIn, NEEDED } from '../../copy/facts/identity.ts'
import { parseFacts } from '../../copy/facts/parse-facts.ts'
import { VAT } from '../../copy/facts/vat.ts'
import { forms } from '../../forms/index.ts'
import { needsOf } from '../../model/needs.ts'
import { type Finding, findingOn, type Sentences } from '../finding.ts'
import { type Fact, factsOf } from '../reading/facts-of.ts'
import type { Source } from '../reading/sources.ts'

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

const NO_NAME: Sentences = [
  'un texte ne peut pas appeler ce nom.',
  'Gardez les minuscules sans accent, les chiffres et le tiret bas.',
]
const DERIVED: Sentences = ['cette valeur se calcule.', 'Retirez la ligne ; les textes l’appellent comme avant.']

/**
 * Finds facts that are missing or empty and that the program reads, names that no text can call, values that are
 * derived, and wrong values in facts.yaml and company.yaml.
 * @param today AAAA-MM-JJ
 */
export function checkFacts(sources: readonly Source[], today: string): Finding[] {
  const [identity, figures] = ['company.yaml', 'facts.yaml'].map((path) => sources.find((each) => each.path === path))
  const [company, facts] = [factsOf(identity), factsOf(figures)]
  const gone = (source: Source | undefined, names: readonly string[], written: readonly Fact[]) =>
    names
      .filter((name) => !written.some((fact) => fact.name === name))
      .flatMap((name) =>
        findingOn(source ?? { file: '' }, `la ligne « ${name} » manque.`, 'Remettez-la : le site la lit.'),
      )
  return [
    ...gone(figures, needsOf('facts.yaml').keys, facts),
    ...gone(identity, Object.keys(NEEDED), company),
    ...facts
      .filter(({ value }) => value === '')
      .flatMap((fact) => wrong(fact, 'rien n’est écrit.', 'Écrivez sa valeur.')),
    ...facts
      .filter(({ name }) => company.some((fact) => fact.name === name))
      .flatMap((fact) => wrong(fact, 'ce nom est aussi dans company.yaml.', 'Donnez un autre nom à l’un des deux.')),
    ...[...facts, ...company]
      .filter(({ name }) => !/^[a-z][a-z0-9_]*$/.test(name))
      .flatMap((fact) => wrong(fact, ...NO_NAME)),
    ...[...facts, ...company]
      .filter(({ name }) => DERIVED_NAMES.includes(name))
      .flatMap((fact) => wrong(fact, ...DERIVED)),
    ...checkFactValues([...facts, ...company], today),
  ]
}

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
  if (!rule.is(fact.value))
    return wrong(fact, `« ${fact.value} » n’est pas ${rule.called}.`, `Écrivez par exemple ${example}.`)
  const right = rule.kind === 'duration' ? spelt(fact.value) : fact.value
  if (right !== fact.value) return wrong(fact, `« ${fact.value} » n’est pas accordé.`, `Écrivez ${right}.`)
  if (rule.kind === 'hours' && closesFirst(fact.value))
    return wrong(fact, `« ${fact.value} » : la maison fermerait avant d’ouvrir.`, 'Écrivez l’ouverture d’abord.')
  const last = `${Number(today.slice(0, 4)) + AHEAD_YEARS}${today.slice(4)}`
  if (rule.kind === 'date' && fact.value > last)
    return wrong(fact, `le ${fact.value} est trop loin.`, `Écrivez un jour d’ici au ${last}.`)
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
  return findingOn(fact, `${fact.name} : ${what}`, mend)
}

/**
 * Returns findings for missing or example facts of company.yaml; a public site is not built without them.
 * @param yaml text of company.yaml
 * @param file its path in findings
 */
export function missingIdentity(yaml: string, file: string): Finding[] {
  const company = parseFacts(yaml, file)
  const lines = yaml.split('\n')
  const notice = company.avis_harmonise ?? ''
  const lost = notice.startsWith('/') && !existsSync(join('public', notice)) ? ['avis_harmonise'] : []
  const lineOf = (name: string) => lines.findIndex((text) => text.startsWith(`${name}:`)) + 1 || 1
  return [...missingIn(company), ...lost].flatMap((name) =>
    findingOn({ file, line: lineOf(name) }, ...sentencesFor(name, company[name] ?? '')),
  )
}

function sentencesFor(name: string, value: string): Sentences {
  const called = NEEDED[name] ?? `« ${name} »`
  const mend = `Écrivez « ${name}: … ».`
  if (value === '') return [`il manque ${called}.`, mend]
  if (name === 'avis_harmonise') return [`public${value} manque.`, 'Posez le visuel officiel à cet endroit.']
  if (name !== 'regime_tva') return [`${called} est un exemple (${value}).`, mend]
  return [`« ${value} » n’est pas un régime connu.`, `Écrivez ${Object.keys(VAT).join(' ou ')}.`]
}
