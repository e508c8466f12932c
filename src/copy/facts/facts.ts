import companyYaml from '../../content/company.yaml?raw'
import factsYaml from '../../content/facts.yaml?raw'
import { isOptional, missingIn } from './identity.ts'
import { parseFacts } from './parse-facts.ts'
import { valuesOf } from './values.ts'

/** Identity of the company, by the names of company.yaml; '' for a fact that is still missing. */
export const company = parseFacts(companyYaml, 'src/content/company.yaml')

const facts = parseFacts(factsYaml, 'src/content/facts.yaml')

/** Numbers of entries that texts state. */
const counts = {
  questions: Object.keys(import.meta.glob('../../content/faq/[!_]*.md')).length,
  models: Object.keys(import.meta.glob('../../content/models/*.yaml')).length,
  pieces: Object.keys(import.meta.glob('../../content/products/*.yaml')).length,
}

/** Names of company.yaml that are empty or hold an example. */
const missing = missingIn(company)

/** Value of every placeholder, by name. */
export const values: Readonly<Record<string, string>> = valuesOf(company, facts, counts)

/** True while a value is missing or an example; pages then show the mark «à compléter». */
export function isToFill(name: string): boolean {
  return missing.includes(name) || (name === 'prix_tva' && values.prix_tva === '')
}

/** True for an optional value that is empty. */
export function isAbsent(name: string): boolean {
  return isOptional(name) && !isToFill(name) && values[name] === ''
}
