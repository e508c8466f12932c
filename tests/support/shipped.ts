import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parse } from 'yaml'
import { readFacts } from '../../src/copy/facts/parse-facts.ts'
import { valuesOf } from '../../src/copy/facts/values.ts'

/** The real texts, for tests that must stay green when a copywriter edits them. */
const CONTENT = 'src/content'

/** The properties of a collection entry that tests read. */
interface ShippedRecord {
  /** File name without its extension. */
  id: string
  name: string
  order: number
  example?: boolean
}

/** Returns the number of entries of a collection, such as faq. */
export function countOf(folder: string): number {
  return globSync(`${CONTENT}/${folder}/*.{md,yaml}`).length
}

/** Returns the entries of a YAML collection in the order of the pages. */
export function recordsOf(folder: string): ShippedRecord[] {
  const records = globSync(`${CONTENT}/${folder}/*.yaml`).map((file): ShippedRecord => {
    return { ...parse(readFileSync(file, 'utf8')), id: basename(file, '.yaml') }
  })
  return records.sort((a, b) => a.order - b.order)
}

const values = valuesOf(readFacts(`${CONTENT}/company.yaml`), readFacts(`${CONTENT}/facts.yaml`), {
  questions: countOf('faq'),
  models: countOf('models'),
  pieces: countOf('products'),
})

/** Returns a fact of facts.yaml or company.yaml, or a derived one, as pages show it but with plain spaces. */
export function fact(name: string): string {
  return (values[name] ?? `{{ ${name} }}`).replace(/\s+/g, ' ')
}
