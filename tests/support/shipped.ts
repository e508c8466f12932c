import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parse } from 'yaml'
import { readValues } from '../../src/copy/facts/read-values.ts'

/** The real texts, for tests that must stay green when a copywriter edits them. */
const values = readValues()

/** The properties of a collection entry that tests read; its id is the file name without the extension. */
interface ShippedRecord {
  id: string
  name: string
  order: number
  example?: boolean
}

/** Returns the entries of a YAML collection in the order of the pages. */
export function recordsOf(folder: string): ShippedRecord[] {
  const records = globSync(`src/content/${folder}/*.yaml`).map((file): ShippedRecord => {
    return { ...parse(readFileSync(file, 'utf8')), id: basename(file, '.yaml') }
  })
  return records.sort((a, b) => a.order - b.order)
}

/** Returns a fact of facts.yaml or company.yaml, or a derived one, as pages show it but with plain spaces. */
export function fact(name: string): string {
  return (values[name] ?? `{{ ${name} }}`).replace(/\s+/g, ' ')
}
