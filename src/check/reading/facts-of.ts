import { isMap, isScalar } from 'yaml'
import { valuesOf } from '../../copy/facts/values.ts'
import type { Source } from './sources.ts'

/** Returns the names at the top level of a file, with their lines. */
export function namesIn(source: Source | undefined): { file: string; line: number; name: string }[] {
  if (!source || !isMap(source.document.contents)) return []
  return source.document.contents.items.map(({ key }) => ({
    file: source.file,
    line: source.lineOf(isScalar(key) ? (key.range?.[0] ?? 0) : 0),
    name: String(key),
  }))
}

/** Returns the values of all placeholders, from the files of a content folder. */
export function valuesIn(sources: readonly Source[]): Record<string, string> {
  const [company = {}, facts = {}] = ['company.yaml', 'facts.yaml'].map((path) => {
    const written: object = sources.find((source) => source.path === path)?.document.toJS() ?? {}
    return Object.fromEntries(Object.entries(written).map(([name, value]) => [name, String(value).trim()]))
  })
  const count = (name: string) => sources.filter(({ folder }) => folder === name).length
  return valuesOf(company, facts, { questions: count('faq'), models: count('models'), pieces: count('products') })
}
