import companyYaml from '../content/company.yaml?raw'
import factsYaml from '../content/facts.yaml?raw'
import { isOptional, missingIn, parseFacts } from './parse-facts.ts'
import { applied, valuesOf } from './values.ts'

/** The identity of the house, by the names of company.yaml; '' where it is still to be filled in. */
export const company = parseFacts(companyYaml, 'src/content/company.yaml')

/** Every figure of the house, by the names of facts.yaml, and those that the program applies. */
export const facts: Record<string, string> = { ...parseFacts(factsYaml, 'src/content/facts.yaml'), ...applied }

/** Names of company.yaml that are empty or hold an example. */
const missing = missingIn(company)

/** Every name that a text may call between double braces, and its value. */
export const values: Readonly<Record<string, string>> = valuesOf(company, facts)

/** True while a value is empty or an example: it is shown with the mark «à compléter». */
export function isToFill(name: string): boolean {
  return missing.includes(name) || (name === 'prix_tva' && values.prix_tva === '')
}

/** True for a value that the house may rightly not have, and has not. */
export function isAbsent(name: string): boolean {
  return isOptional(name) && !isToFill(name) && values[name] === ''
}
