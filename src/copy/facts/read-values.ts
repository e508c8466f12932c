import { readdirSync } from 'node:fs'
import { readFacts } from './parse-facts.ts'
import { valuesOf } from './values.ts'

/** Folder of the texts. */
export const CONTENT = new URL('../../content/', import.meta.url)

/**
 * Reads the identity of the company, by the names of company.yaml; '' for a fact that is still missing.
 * @throws if company.yaml cannot be read
 */
export function readCompany(): Record<string, string> {
  return read('company.yaml')
}

/**
 * Returns the value of every placeholder.
 * @throws if company.yaml or facts.yaml cannot be read
 */
export function readValues(): Record<string, string> {
  const counts = {
    questions: countEntries('faq', '.md'),
    models: countEntries('models', '.yaml'),
    pieces: countEntries('products', '.yaml'),
  }
  return valuesOf(readCompany(), read('facts.yaml'), counts)
}

function read(file: string): Record<string, string> {
  return readFacts(new URL(file, CONTENT), `src/content/${file}`)
}

function countEntries(folder: string, extension: string): number {
  const names = readdirSync(new URL(folder, CONTENT))
  return names.filter((name) => name.endsWith(extension) && !name.startsWith('_')).length
}
