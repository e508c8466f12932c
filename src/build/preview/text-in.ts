/** Returns the text of an element, and where each of its text nodes starts in it. */
export function textIn(root: Element): { text: string; nodes: { node: Node; start: number }[] } {
  const blockOf = ({ parentElement }: Node) => {
    let element = parentElement
    while (element && getComputedStyle(element).display === 'inline') element = element.parentElement
    return element
  }
  const nodes: { node: Node; start: number }[] = []
  let text = ''
  let block: Element | null = null
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // Between two blocks, the HTML may lack the space that separates their words.
    if (block !== blockOf(node)) text += '\n'
    block = blockOf(node)
    nodes.push({ node, start: text.length })
    text += node.nodeValue ?? ''
  }
  return { text, nodes }
}
