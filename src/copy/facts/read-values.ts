import { readdirSync } from 'node:fs'
import { readFacts } from './parse-facts.ts'
import { valuesOf } from './values.ts'

/** Folder of the texts. */
export const CONTENT = new URL('../../content/', import.meta.url)

/**
 * Returns the value of every placeholder, read by Node; src/copy/facts/facts.ts has the same values for pages.
 * @throws FactsError if company.yaml or facts.yaml cannot be read
 */
export function readValues(): Record<string, string> {
  const read = (file: string) => readFacts(new URL(file, CONTENT), `src/content/${file}`)
  const counts = {
    questions: countEntries('faq', '.md'),
    models: countEntries('models', '.yaml'),
    pieces: countEntries('products', '.yaml'),
  }
  return valuesOf(read('company.yaml'), read('facts.yaml'), counts)
}

function countEntries(folder: string, extension: string): number {
  const names = readdirSync(new URL(folder, CONTENT))
  return names.filter((name) => name.endsWith(extension) && !name.startsWith('_')).length
}
