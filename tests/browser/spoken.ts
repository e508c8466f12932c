import type { Page } from 'playwright-core'

/** Node of the accessibility tree in the DevTools protocol. */
interface Node {
  nodeId: string
  ignored: boolean
  role?: { value: string }
  name?: { value: string }
  value?: { value: string }
  properties?: { name: string; value: { value?: unknown } }[]
  childIds?: string[]
}

/** Roles as a French screen reader announces them. Elements with other roles are read by their text alone. */
const ROLES: Record<string, string> = {
  banner: 'en-tête',
  navigation: 'navigation',
  main: 'contenu principal',
  contentinfo: 'pied de page',
  complementary: 'complément',
  region: 'région',
  form: 'formulaire',
  dialog: 'dialogue',
  alert: 'alerte',
  status: 'état',
  group: 'groupe',
  article: 'article',
  figure: 'figure',
  blockquote: 'citation',
  heading: 'titre',
  link: 'lien',
  button: 'bouton',
  textbox: 'champ',
  combobox: 'liste déroulante',
  spinbutton: 'champ numérique',
  slider: 'curseur',
  checkbox: 'case à cocher',
  Date: 'date',
  DisclosureTriangle: 'question',
  DisclosureTriangleGrouped: 'question',
  image: 'image',
  list: 'liste',
  table: 'tableau',
}
/** Roles whose accessible name contains their text: their descendants are not read again. */
const NAMED_BY_WORDS = new Set([
  'heading',
  'link',
  'button',
  'DisclosureTriangle',
  'DisclosureTriangleGrouped',
  'image',
  'combobox',
  'textbox',
  'slider',
])
/** Number of words after which a text is cut: the transcript records where it is, not how it is worded. */
const WORDS = 6

/** Returns what a screen reader announces from the top of a page to its end, one line per element. */
export async function transcript(page: Page): Promise<string> {
  // Unwraps non-breaking spans, which split a sentence into several text nodes.
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('.unbroken')) each.replaceWith(...each.childNodes)
    document.body.normalize()
  })
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: Node[] }
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const lines: string[] = []

  const read = (node: Node, depth: number): void => {
    const role = node.role?.value ?? ''
    if (role === 'InlineTextBox' || role === 'MenuListPopup') return
    const name = node.name?.value.trim() ?? ''
    const line = node.ignored ? undefined : say(node, role, name)
    if (line) lines.push(`${'  '.repeat(depth)}${line}`)
    if (!node.ignored && NAMED_BY_WORDS.has(role)) return
    for (const id of node.childIds ?? []) {
      const child = byId.get(id)
      if (child) read(child, line && role !== 'StaticText' ? depth + 1 : depth)
    }
  }
  const [root] = nodes
  if (root) read(root, 0)
  return `${lines.join('\n')}\n`
}

function say(node: Node, role: string, name: string): string | undefined {
  if (role === 'RootWebArea') return `page : ${name}`
  if (role === 'StaticText') return name ? shortened(name) : undefined
  const spoken = ROLES[role]
  if (!spoken) return undefined
  const level = role === 'heading' ? ` ${property(node, 'level')}` : ''
  const words = ['heading', 'link'].includes(role) ? shortened(name) : name
  return [`${spoken}${level}`, words && ` : ${words}`, ...states(node)].join('')
}

function states(node: Node): string[] {
  const said: string[] = []
  if (property(node, 'required')) said.push(', obligatoire')
  if (property(node, 'invalid') === 'true') said.push(', non valide')
  if (property(node, 'checked') === 'true') said.push(', cochée')
  if (property(node, 'expanded') === true) said.push(', développé')
  if (property(node, 'expanded') === false) said.push(', réduit')
  if (property(node, 'disabled')) said.push(', indisponible')
  if (property(node, 'focused')) said.push(', a le focus')
  return said
}

const property = (node: Node, name: string) => node.properties?.find((each) => each.name === name)?.value.value

/** Roles set by the code; texts, other headings, links and pictures come from the copywriters. */
const OF_THE_CODE =
  /^(en-tête|navigation|contenu principal|pied de page|formulaire|dialogue|alerte|état|groupe|champ|champ numérique|curseur|liste déroulante|case à cocher|date|bouton|titre 1)(?= :|,|$)/
const STATES = /(?:, (?:obligatoire|non valide|cochée|développé|réduit|indisponible|a le focus))+$/

/**
 * Returns the roles and states of a transcript that the code sets, in order and without texts. Consecutive groups
 * count as one, because copywriters add questions to a list.
 */
export function skeleton(said: string): string[] {
  const roles = said.split('\n').flatMap((line) => {
    const role = OF_THE_CODE.exec(line.trim())?.[0]
    return role ? [role + (STATES.exec(line)?.[0] ?? '')] : []
  })
  return roles.filter((role, index) => role !== 'groupe' || roles[index - 1] !== 'groupe')
}

/** Returns links, controls and images without an accessible name. */
export function nameless(said: string): string[] {
  return (
    said.match(
      /^ *(?:lien|bouton|champ|champ numérique|curseur|liste déroulante|case à cocher|date|image)(?:,.*)?$/gm,
    ) ?? []
  )
}

function shortened(text: string): string {
  const words = text.split(/\s+/)
  return words.length > WORDS ? `${words.slice(0, WORDS).join(' ')} …` : text
}
