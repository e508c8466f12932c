import { daysOf, longestDays, parseDuration } from '../copy/facts/duration.ts'
import { forms } from '../forms/index.ts'
import { type Fact, ruleOf } from './known-facts.ts'

/** Facts as written, by name; '' for one that is still unknown. */
type Facts = Readonly<Record<string, string | undefined>>
/** Name of the wrong fact, and in French what is wrong and the remedy. */
type Fault = readonly [name: string, sentence: string]

/** Pairs of durations of which the first must not be longer than the second. */
const IN_ORDER: readonly [short: string, long: string][] = [
  ['delai_retractation', 'delai_retour'],
  ['delai_remboursement', 'plafond_remboursement'],
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
  const rule = ruleOf(name)
  if (!rule || value === '') return undefined
  // Closures have several lines.
  const wrong = value.split('\n').find((line) => !rule.is(line)) ?? value
  if (!rule.is(value)) return `« ${wrong} » n’est pas ${rule.called} : écrivez par exemple ${rule.example}`
  return beyondLimit(value, rule)
}

function beyondLimit(value: string, { atLeast, atMost, source }: Fact): string | undefined {
  const [duration, limit] = [value, atLeast ?? atMost ?? ''].map(parseDuration)
  if (!duration || !limit) return undefined
  const days = daysOf(limit.least, limit.unit)
  const cited = `${atLeast ?? atMost} (${source})`
  if (atLeast && daysOf(duration.least, duration.unit) < days)
    return `${value}, c’est moins que la loi ne l’exige : écrivez au moins ${cited}`
  if (atMost && daysOf(duration.most, duration.unit) > days)
    return `${value}, c’est plus que la règle ne le permet : écrivez au plus ${cited}`
  if (duration.least === duration.most && !duration.working) return undefined
  return `Un délai que la loi fixe est un seul nombre, en jours de calendrier : écrivez ${cited}`
}

/** Returns facts that are valid by themselves but contradict each other. */
function contradictions(facts: Facts): Fault[] {
  const faults: Fault[] = []
  const [made = 0, finished = 0, reserved = 0] = ['tapis_en_production', 'tapis_termines', 'tapis_reserves'].map(
    (name) => Number(facts[name] ?? 0),
  )
  if (finished + reserved > made)
    faults.push([reserved > 0 ? 'tapis_reserves' : 'tapis_termines', `La série ne compte que ${made} tapis`])
  const kept = parseDuration(facts.conservation_marketing ?? '')
  const months = forms.newsletter.processing.retentionMonths
  if (kept && daysOf(kept.most, kept.unit) !== daysOf(months, 'mois'))
    faults.push([
      'conservation_marketing',
      `Le site efface ces adresses après ${months} mois : écrivez ${months / 12} ans`,
    ])
  for (const [short, long] of IN_ORDER)
    if (daysIn(facts[short]) > daysIn(facts[long]))
      faults.push([short, `C’est plus long que ${long}, ${facts[long]} : changez l’un ou l’autre`])
  return faults
}

function daysIn(value = ''): number {
  const duration = parseDuration(value)
  return duration ? longestDays(duration) : Number.NaN
}
