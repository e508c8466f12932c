import { isNode, isPair, visit } from 'yaml'
import type { Source } from './sources.ts'

/** Offset of the entry at a path, or of the nearest one above it. */
export function offsetAt(source: Source, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = source.document.getIn(path.slice(0, length), true)
    if (isNode(node)) return offsetOfKey(source, node) ?? node.range?.[0] ?? 0
  }
  return 0
}

/** Offset of the key before a value. */
function offsetOfKey(source: Source, value: unknown): number | undefined {
  let offset: number | undefined
  visit(source.document, {
    Pair(_, pair) {
      if (pair.value !== value || !isPair(pair) || !isNode(pair.key)) return
      offset = pair.key.range?.[0]
      return visit.BREAK
    },
  })
  return offset
}
