import { DERIVED_NAMES } from '../../copy/facts/derived.ts'
import { NEEDED } from '../../copy/facts/identity.ts'
import { needsOf } from '../../model/needs.ts'
import { type Finding, findingOn, type Sentences } from '../finding.ts'
import { type Fact, factsOf } from '../reading/facts-of.ts'
import type { Source } from '../reading/sources.ts'
import { checkFactValues } from './check-fact-values.ts'

const NO_NAME: Sentences = [
  'ne peut pas être appelé dans un texte.',
  'Gardez les minuscules sans accent, les chiffres et le tiret bas.',
]
const DERIVED: Sentences = [
  'se calcule d’après d’autres valeurs.',
  'Retirez la ligne ; les textes l’appellent comme avant.',
]

/**
 * Finds mistakes in facts.yaml and company.yaml.
 * @param today AAAA-MM-JJ
 */
export function checkFacts(sources: readonly Source[], today: string): Finding[] {
  const [identity, figures] = ['company.yaml', 'facts.yaml'].map((path) => sources.find((each) => each.path === path))
  const [company, facts] = [factsOf(identity), factsOf(figures)]
  const all = [...facts, ...company]
  return [
    // Those that the program reads may not be empty: see checkRequired.
    ...facts
      .filter(({ name, value }) => value === '' && !needsOf('facts.yaml').keys.includes(name))
      .flatMap((fact) => wrong(fact, 'est vide.', 'Écrivez sa valeur ou retirez la ligne.')),
    ...facts
      .filter(({ name }) => company.some((fact) => fact.name === name))
      .flatMap((fact) => wrong(fact, 'existe aussi dans company.yaml.', 'Donnez un autre nom à l’un des deux.')),
    ...all.filter(({ name }) => !/^[a-z][a-z0-9_]*$/.test(name)).flatMap((fact) => wrong(fact, ...NO_NAME)),
    ...all.filter(({ name }) => DERIVED_NAMES.includes(name)).flatMap((fact) => wrong(fact, ...DERIVED)),
    ...checkFactValues(all, today),
    ...(identity ? linesMissing(identity, company) : []),
  ]
}

function wrong(fact: Fact, what: string, mend: string): Finding[] {
  return findingOn(fact, `« ${fact.name} » ${what}`, mend)
}

/** Finds facts that a public site requires but for which company.yaml has no line. */
function linesMissing({ file }: Source, company: readonly Fact[]): Finding[] {
  return Object.keys(NEEDED)
    .filter((name) => !company.some((fact) => fact.name === name))
    .flatMap((name) =>
      findingOn({ file }, `la ligne « ${name} » manque.`, `Remettez « ${name}: "" », à remplir quand vous saurez.`),
    )
}
