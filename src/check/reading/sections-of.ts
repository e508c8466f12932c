import { isMap, isScalar, type YAMLMap } from 'yaml'
import type { Source } from './sources.ts'

/** Returns the sections of a file of src/content/pages, each with the offset of its name. */
export function sectionsOf({ document }: Source): { name: string; at: number; section: YAMLMap }[] {
  const sections: unknown = document.get('sections')
  if (!isMap(sections)) return []
  return sections.items.flatMap(({ key, value }) =>
    isScalar(key) && isMap(value) ? [{ name: String(key.value), at: key.range?.[0] ?? 0, section: value }] : [],
  )
}
