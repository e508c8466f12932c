import { company, values } from '../words/words.ts'
import { isOptional, missingIn } from './identity.ts'

export { company, values }

/** Names of company.yaml that are empty or hold an example. */
export const missing = missingIn(company)

/** True while a value is missing or an example; pages then show the mark «à compléter». */
export function isToFill(name: string): boolean {
  return missing.includes(name) || (name === 'prix_tva' && values.prix_tva === '')
}

/** True for an optional value that is empty. */
export function isAbsent(name: string): boolean {
  return isOptional(name) && !isToFill(name) && values[name] === ''
}
