import type { Counts } from '../../copy/facts/derived.ts'
import { parseFacts } from '../../copy/facts/parse-facts.ts'
import { valuesOf } from '../../copy/facts/values.ts'
import { collectionOf } from './collections.ts'
import type { Source } from './sources.ts'

/** Returns the values of all placeholders, from the files of a content folder. */
export function valuesIn(sources: readonly Source[]): Record<string, string> {
  const [company, facts] = ['company.yaml', 'facts.yaml'].map((path) => {
    const source = sources.find((each) => each.path === path)
    return source ? parseFacts(source.text, source.file) : {}
  })
  return valuesOf(company ?? {}, facts ?? {}, countsOf(sources))
}

/** Returns the number of entries in each collection that texts count. */
export function countsOf(sources: readonly Source[]): Counts {
  const count = (name: string) => sources.filter((source) => collectionOf(source)?.name === name).length
  return { questions: count('faq'), models: count('models'), pieces: count('products') }
}
