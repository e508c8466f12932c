import type { MdastNode } from 'satteri'

/** Returns the nodes of a Markdown tree in order. Iterative, because the nesting may be deeper than the stack. */
export function nodesIn(tree: MdastNode): MdastNode[] {
  const found: MdastNode[] = []
  for (const left = [tree]; left.length > 0; ) {
    const node = left.pop() as MdastNode
    found.push(node)
    if ('children' in node) left.push(...node.children.toReversed())
  }
  return found
}
