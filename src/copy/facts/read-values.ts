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
  return read('company.yaml', CONTENT)
}

/**
 * Returns the value of every placeholder.
 * @param content folder of the texts, with a slash at its end
 * @throws if company.yaml or facts.yaml cannot be read
 */
export function readValues(content = CONTENT): Record<string, string> {
  const count = (folder: string, extension: string) => {
    const names = readdirSync(new URL(folder, content))
    return names.filter((name) => name.endsWith(extension) && !name.startsWith('_')).length
  }
  const counts = {
    questions: count('faq', '.md'),
    models: count('models', '.yaml'),
    pieces: count('products', '.yaml'),
  }
  return valuesOf(read('company.yaml', content), read('facts.yaml', content), counts)
}

function read(file: string, content: URL): Record<string, string> {
  return readFacts(new URL(file, content), `src/content/${file}`)
}
