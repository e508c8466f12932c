import { isMap, isScalar } from 'yaml'
import { parseFacts } from '../../copy/facts/parse-facts.ts'
import { valuesOf } from '../../copy/facts/values.ts'
import type { Source } from './sources.ts'

/** A line «name: value» at the top level of a file. */
export interface Fact {
  file: string
  line: number
  name: string
  /** As written, without quotes: 01 23 keeps its zero. */
  value: string
}

/** Returns the values at the top level of a file; '' for an entry that is not a text. */
export function factsOf(source: Source | undefined): Fact[] {
  if (!source || !isMap(source.document.contents)) return []
  return source.document.contents.items.flatMap(({ key, value }) => {
    if (!isScalar(key)) return []
    return {
      file: source.file,
      line: source.lineOf(key.range?.[0] ?? 0),
      name: String(key.value),
      value: isScalar(value) ? String(value.source ?? value.value ?? '').trim() : '',
    }
  })
}

/** Returns the values of all placeholders, from the files of a content folder. */
export function valuesIn(sources: readonly Source[]): Record<string, string> {
  const [company, facts] = ['company.yaml', 'facts.yaml'].map((path) => {
    const source = sources.find((each) => each.path === path)
    return source ? parseFacts(source.text, source.file) : {}
  })
  const count = (name: string) => sources.filter(({ folder }) => folder === name).length
  const counts = { questions: count('faq'), models: count('models'), pieces: count('products') }
  return valuesOf(company ?? {}, facts ?? {}, counts)
}
