import { isMap, isScalar } from 'yaml'
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
