import { daysOf, parseDuration } from '../copy/facts/duration.ts'
import { type FactRule, isOfKind, kindOfFact, ruleOf } from '../copy/facts/fact-rules.ts'
import { withoutSpaces } from '../copy/facts/identifiers.ts'
import type { Fact } from './facts-of.ts'
import type { Finding } from './finding.ts'

/**
 * Facts that are not of their kind, or beyond a limit of the law, or that contradict another one. Pages would state
 * them as true, so that they stop a build.
 */
export function checkFactValues(facts: readonly Fact[]): Finding[] {
  const written = facts.filter(({ value }) => value !== '')
  return [...written.flatMap(wrongKind), ...contradictions(written)]
}

function wrongKind(fact: Fact): Finding[] {
  const rule = ruleOf(fact.name)
  if (!rule) return []
  const { called, example } = kindOfFact(rule)
  if (!isOfKind(rule, fact.value))
    return [wrong(fact, `« ${fact.value} » n’est pas ${called}.`, `Écrivez par exemple ${example}.`)]
  return beyondLimit(fact, rule)
}

function beyondLimit(fact: Fact, { atLeast, atMost, source }: FactRule): Finding[] {
  const value = parseDuration(fact.value)
  const limit = parseDuration(atLeast ?? atMost ?? '')
  if (!value || !limit) return []
  if (value.working)
    return [
      wrong(
        fact,
        `« ${fact.value} » compte en jours ouvrés, la loi en jours de calendrier.`,
        `Écrivez ${atLeast ?? atMost} (${source}).`,
      ),
    ]
  const days = daysOf(limit.least, limit.unit)
  if (atLeast && daysOf(value.least, value.unit) < days)
    return [
      wrong(fact, `${fact.value}, c’est moins que la loi ne l’exige.`, `Écrivez ${atLeast} au moins (${source}).`),
    ]
  if (atMost && daysOf(value.most, value.unit) > days)
    return [
      wrong(fact, `${fact.value}, c’est plus que la règle ne le permet.`, `Écrivez ${atMost} au plus (${source}).`),
    ]
  return []
}

/** Facts that are right by themselves and cannot both be true. */
function contradictions(facts: readonly Fact[]): Finding[] {
  const named = (name: string) => facts.find((fact) => fact.name === name)
  const [siren, vat, register] = ['siren', 'tva_intracommunautaire', 'immatriculation'].map(named)
  const [back, withdrawal] = ['delai_retour', 'delai_retractation'].map(named)
  const findings: Finding[] = []
  const digits = siren && withoutSpaces(siren.value)
  if (digits && vat && !withoutSpaces(vat.value).endsWith(digits))
    findings.push(
      wrong(vat, 'ce numéro de TVA ne finit pas par le numéro SIREN de la maison.', `Le SIREN est ${siren.value}.`),
    )
  if (
    digits &&
    register &&
    /\d{9}/.test(withoutSpaces(register.value)) &&
    !withoutSpaces(register.value).includes(digits)
  )
    findings.push(wrong(register, 'cette immatriculation porte un autre numéro SIREN.', `Le SIREN est ${siren.value}.`))
  const [backFor, withdrawalFor] = [back, withdrawal].map((fact) => parseDuration(fact?.value ?? ''))
  if (
    back &&
    backFor &&
    withdrawalFor &&
    daysOf(backFor.least, backFor.unit) < daysOf(withdrawalFor.least, withdrawalFor.unit)
  )
    findings.push(
      wrong(
        back,
        'le délai de retour est plus court que le délai de rétractation.',
        `Écrivez ${withdrawal?.value} au moins.`,
      ),
    )
  return findings
}

function wrong({ file, line, name }: Fact, what: string, mend: string): Finding {
  return { file, line, what: `${name} : ${what}`, mend, breaks: true }
}
