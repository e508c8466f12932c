import { defineHastPlugin, type HastNode } from 'satteri'

type Node = Extract<HastNode, { type: 'element' }>

/**
 * Prepares tables for small screens: the first cell of a row becomes its header, the other cells get the name of
 * their column as `data-label`, and ARIA roles keep the table semantics where CSS turns rows into blocks.
 */
export const tables = defineHastPlugin({
  name: 'tables',
  element: {
    filter: ['table'],
    visit(table, context) {
      const set = (node: Node, properties: Record<string, string | null | undefined>) => {
        for (const [name, value] of Object.entries(properties)) context.setProperty(node, name, value)
      }
      const groups = elementsOf(table)
      const [head, ...rows] = groups.flatMap(elementsOf)
      const columns = head ? elementsOf(head) : []
      const labels = columns.map((cell) => context.textContent(cell))
      set(table, { role: 'table' })
      for (const group of groups) set(group, { role: 'rowgroup' })
      // Removes the style attribute that an alignment such as |---:| adds, because the CSP blocks it.
      for (const column of columns) set(column, { style: null, scope: 'col', role: 'columnheader' })
      if (head) set(head, { role: 'row' })
      for (const row of rows) {
        set(row, { role: 'row' })
        for (const [index, cell] of elementsOf(row).entries())
          if (index > 0) set(cell, { style: null, role: 'cell', 'data-label': labels[index] })
          else
            context.replaceNode(cell, {
              type: 'element',
              tagName: 'th',
              properties: { scope: 'row', role: 'rowheader' },
              children: cell.children,
            })
      }
      context.wrapNode(table, {
        type: 'element',
        tagName: 'div',
        properties: { className: ['table', `table-${labels.length}`] },
        children: [],
      })
    },
  },
})

function elementsOf({ children }: Node): Node[] {
  return children.filter((child) => child.type === 'element')
}
