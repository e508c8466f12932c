import { isMap, isNode } from 'yaml'
import type { Source } from './sources.ts'

/** Returns the offset of the entry at a path, from its key on, or of its nearest existing ancestor. */
export function offsetAt({ document }: Source, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (!isNode(node)) continue
    const parent: unknown = document.getIn(path.slice(0, length - 1), true)
    const key = isMap(parent) ? parent.items.find(({ value }) => value === node)?.key : undefined
    return (isNode(key) ? key : node).range?.[0] ?? 0
  }
  return 0
}
