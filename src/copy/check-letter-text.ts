import type { MdastNode } from 'satteri'
import { pictureName } from './markdown/text-pictures.ts'
import { MALFORMED, malformed, nearestName, PLACEHOLDER, unknownName } from './placeholders.ts'

/** What the check of a letter must know about the site and its pictures. */
export interface LetterSurroundings {
  /** Value of every placeholder that a letter may use; '' for one that is still missing. */
  values: Readonly<Record<string, string>>
  /** Placeholder address for the personal unsubscribe link of each recipient. */
  unsubscribePath: string
  siteUrl: string
  /** Paths of the site's pages. */
  pages: readonly string[]
  /** Returns the ids on a page; undefined if the page does not exist. */
  anchorsOf(path: string): readonly string[] | undefined
  /** Pictures of the letter by the address it uses. */
  pictures: ReadonlyMap<string, { description: string }>
  /** Names of the site's pictures. */
  pictureNames: readonly string[]
}

/** A mistake that prevents sending: the line of the text from 1, what is wrong, the remedy. */
export interface LetterFinding {
  line: number
  what: string
  mend: string
}

/** Markdown nodes that an e-mail can show. */
const SHOWN: readonly string[] =
  'root paragraph heading list listItem blockquote thematicBreak break strong emphasis link image text'.split(' ')

/**
 * Returns what would reach readers broken: a placeholder without a value, a dead link, a picture that is missing or
 * has no description, Markdown that an e-mail cannot show, no text at all. Style is the writer's.
 * @param text Markdown as written
 * @param tree the same with its placeholders filled
 */
export function checkLetterText(text: string, tree: MdastNode, surroundings: LetterSurroundings): LetterFinding[] {
  const nodes = nodesIn(tree)
  const found = nodes.flatMap((node) => {
    const sentences = faultOf(node, surroundings)
    return sentences ? at(node.position?.start.line ?? 1, sentences) : []
  })
  const unsubscribe = nodes.filter((node) => node.type === 'link' && node.url === surroundings.unsubscribePath)
  const kept = new Set(unsubscribe.flatMap(nodesIn))
  const hasWords = (node: MdastNode) => 'value' in node || node.type === 'image' || !SHOWN.includes(node.type)
  const isEmpty = !nodes.some((node) => hasWords(node) && !kept.has(node))
  const empty = isEmpty ? at(1, ['la lettre n’a pas de texte.', 'Écrivez-le sous l’objet.']) : []
  return [...empty, ...placeholderFaults(text, surroundings.values), ...found].sort((a, b) => a.line - b.line)
}

/** Returns the nodes of a Markdown tree in order, without what is inside one that an e-mail cannot show. */
export function nodesIn(tree: MdastNode): MdastNode[] {
  const isShown = SHOWN.includes(tree.type)
  return [tree, ...(isShown && 'children' in tree ? tree.children.flatMap(nodesIn) : [])]
}

/** Splits a link into path and anchor, without its query (/contact?subject=commande presets a form). */
export function partsOf(href: string): { path: string; anchor: string | undefined } {
  const [, path = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(href) ?? []
  return { path, anchor }
}

/** What is wrong, and the remedy. */
type Sentences = readonly [what: string, mend: string]

const at = (line: number, [what, mend]: Sentences): LetterFinding[] => [{ line, what, mend }]

/**
 * Returns the two sentences about a link to a page or an anchor that does not exist; otherwise undefined.
 * @param href as written
 * @param ids those on the page; undefined if there is no such page
 */
export function missingTarget(
  href: string,
  pages: readonly string[],
  ids: readonly string[] | undefined,
  { path, anchor } = partsOf(href),
): Sentences | undefined {
  if (!ids) return [`le lien « ${href} » mène à une page qui n’existe pas.`, nearestName(path, pages)]
  if (anchor === undefined || ids.includes(anchor)) return undefined
  return [`la page ${path} n’a pas d’endroit nommé « ${anchor} ».`, nearestName(anchor, ids)]
}

function placeholderFaults(text: string, values: Readonly<Record<string, string>>): LetterFinding[] {
  const lineOf = (index: number) => text.slice(0, index).split('\n').length
  const called = [...text.matchAll(PLACEHOLDER)].flatMap(({ 1: name = '', index }) => {
    if (!Object.hasOwn(values, name)) return at(lineOf(index), unknownName(name, Object.keys(values)))
    if (values[name] !== '') return []
    const mend = 'Renseignez-la dans les textes du site, ou retirez le nom.'
    return at(lineOf(index), [`« {{ ${name} }} » n’a pas encore de valeur.`, mend])
  })
  return [
    ...called,
    ...[...text.matchAll(MALFORMED)].flatMap(({ 0: found, index }) => at(lineOf(index), malformed(found))),
  ]
}

function faultOf(node: MdastNode, surroundings: LetterSurroundings): Sentences | undefined {
  if (!SHOWN.includes(node.type))
    return [
      'tous les programmes d’e-mail ne montrent pas ceci (HTML, tableau, code ou note).',
      'Écrivez-le en paragraphes, en titres ou en liste.',
    ]
  if (node.type === 'link') return linkFault(node.url, surroundings)
  return node.type === 'image' ? pictureFault(node, surroundings) : undefined
}

function linkFault(url: string, { unsubscribePath, siteUrl, pages, anchorsOf }: LetterSurroundings) {
  if (url === unsubscribePath) return undefined
  const own = url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url
  if (/^(mailto:|tel:|https:\/\/)/.test(own)) return undefined
  if (own.startsWith('/')) return missingTarget(own, pages, anchorsOf(partsOf(own).path))
  return [
    `le lien « ${url} » n’est ni une adresse complète ni un chemin du site.`,
    'Commencez par /, https:// ou mailto:.',
  ] as const
}

function pictureFault(
  { url, alt }: Extract<MdastNode, { type: 'image' }>,
  { pictures, pictureNames }: LetterSurroundings,
): Sentences | undefined {
  const picture = pictures.get(url)
  if (picture === undefined)
    return [`l’image « ${url} » n’est pas une image du site.`, nearestName(pictureName(url), pictureNames)]
  if ((alt || picture.description).trim() !== '') return undefined
  return [
    `l’image « ${url} » n’a pas de description.`,
    'Écrivez entre les crochets ce que l’on voit : ![Tapis crème plié](elegance).',
  ]
}
