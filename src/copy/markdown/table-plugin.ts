import { defineHastPlugin } from 'satteri'

type TableVisitor = NonNullable<ReturnType<typeof defineHastPlugin>['element']>
type Visit = Extract<TableVisitor, { visit: unknown }>['visit']
type Node = Parameters<Visit>[0]
type Child = Node['children'][number]

const isElement = (child: Child): child is Node => child.type === 'element'

/**
 * Prepares tables for small screens: the first cell of a row becomes its heading, the others get the name of their
 * column as `data-label`, and ARIA roles keep the table semantics where the style sheet turns rows into blocks.
 */
export const tables = defineHastPlugin({
  name: 'tables',
  element: {
    filter: ['table'],
    visit(table, context) {
      const [head, body] = table.children.filter(isElement)
      const columns = cellsOf(head?.children.find(isElement))
      const labels = columns.map((cell) => context.textContent(cell))
      for (const cell of [...columns, ...(body?.children.filter(isElement) ?? []).flatMap(cellsOf)]) {
        // The policy of the site refuses style attributes.
        context.setProperty(cell, 'style', null)
        context.setProperty(cell, 'data-align', sideOf(cell))
      }
      for (const column of columns) {
        context.setProperty(column, 'scope', 'col')
        context.setProperty(column, 'role', 'columnheader')
      }
      for (const row of [head?.children.find(isElement), ...(body?.children.filter(isElement) ?? [])])
        if (row) context.setProperty(row, 'role', 'row')
      for (const row of body?.children.filter(isElement) ?? [])
        cellsOf(row).forEach((cell, index) => {
          if (index === 0)
            context.replaceNode(cell, {
              type: 'element',
              tagName: 'th',
              properties: { scope: 'row', role: 'rowheader', 'data-align': sideOf(cell) },
              children: cell.children,
            })
          else {
            context.setProperty(cell, 'role', 'cell')
            context.setProperty(cell, 'data-label', labels[index])
          }
        })
      for (const group of [head, body]) if (group) context.setProperty(group, 'role', 'rowgroup')
      context.setProperty(table, 'role', 'table')
      context.wrapNode(table, {
        type: 'element',
        tagName: 'div',
        properties: { className: ['table', `table-${labels.length}`] },
        children: [],
      })
    },
  },
})

/** The side that a column is aligned to: |:---:| is 'center', |---:| 'right'; null where nothing says. */
function sideOf(cell: Node): string | null {
  return /text-align: (\w+)/.exec(String(cell.properties.style ?? ''))?.[1] ?? null
}

function cellsOf(row: Node | undefined): Node[] {
  return row?.children.filter(isElement) ?? []
}
