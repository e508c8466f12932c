import type { MdastNode } from 'satteri'

/** Returns the nodes of a Markdown tree in order. */
export function nodesIn(tree: MdastNode): MdastNode[] {
  return [tree, ...('children' in tree ? tree.children.flatMap(nodesIn) : [])]
}
