import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parse } from 'yaml'
import { readFacts } from '../src/copy/facts/parse-facts.ts'
import { valuesOf } from '../src/copy/facts/values.ts'

/** The texts as they are today, for tests that must stay green when a copywriter edits them. */
const CONTENT = 'src/content'

/** A record of a collection, as far as tests look at it. */
interface ShippedRecord {
  /** Name of its file, without the ending. */
  id: string
  name: string
  order: number
  example?: boolean
  /** Of a model: the id of its piece. */
  piece?: string
  /** Of a piece or a model: its sheet; '' where a fact is not known yet. */
  record?: Readonly<Record<string, string>>
}

/** How many entries a collection has, such as faq. */
export function countOf(folder: string): number {
  return globSync(`${CONTENT}/${folder}/*.{md,yaml}`).length
}

/** The entries of a collection of YAML files, in the order in which pages show them. */
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

/** A value of facts.yaml or company.yaml, or one that follows from them, as a page shows it, with plain spaces. */
export function fact(name: string): string {
  return (values[name] ?? `{{ ${name} }}`).replace(/\s+/g, ' ')
}
