import type { MdastNode } from 'satteri'
import { pictureName } from '../../copy/markdown/text-pictures.ts'
import { nearest, PLACEHOLDER } from '../../copy/placeholders.ts'
import { type Finding, findingAt, findingOn, sortFindings } from '../finding.ts'
import { missingTarget, partsOf } from '../reading/link-target.ts'
import { nodesIn } from '../reading/nodes-in.ts'
import type { Source } from '../reading/sources.ts'
import { checkCharacters } from './check-characters.ts'
import { checkHeadings } from './check-headings.ts'
import { checkMarkdown } from './check-markdown.ts'
import { checkPlaceholders } from './check-placeholders.ts'
import { checkTypography } from './check-typography.ts'

/** Data about the site and its pictures that the check of a letter needs. */
export interface LetterSurroundings {
  /** Value of every placeholder that a letter may use. */
  values: Readonly<Record<string, string>>
  /** Placeholder address for the personal unsubscribe link of each recipient. */
  unsubscribePath: string
  siteUrl: string
  /** Paths of the site's pages. */
  pages: readonly string[]
  /** Returns the ids on a page; undefined if the page does not exist. */
  anchorsOf: (path: string) => readonly string[] | undefined
  /** Pictures of the letter by the address it uses; 'broken' for a file that is not a picture. */
  pictures: ReadonlyMap<string, { description: string } | 'broken'>
  /** Names of the site's pictures. */
  pictureNames: readonly string[]
  /** Where the letter may have pictures of its own: beside its file, or at the desk. */
  ownPictures: keyof typeof OWN_PICTURES
}

/** What a picture is not that is none of the site, and how to add it. */
const OWN_PICTURES = {
  beside: [', ni un fichier à côté de la lettre', ' Ou posez le fichier dans le dossier de la lettre.'],
  desk: [', ni une photo de cette lettre', ' Ou choisissez-la sous « Ajouter une image… ».'],
} as const

/** Maximum length of a subject, in characters; mail programs show about half of it. */
const SUBJECT_MAX = 120

/** Markdown nodes that an e-mail can show. */
const SHOWN: readonly string[] =
  'root paragraph heading list listItem blockquote thematicBreak break strong emphasis link image text'.split(' ')

/**
 * Returns the findings in a letter. `breaks` is true if they prevent sending: no subject, no text, a placeholder
 * without a value, a dead link, a picture without alt text, Markdown that an e-mail cannot show. All others are advice
 * on style, as for the texts of the site.
 * @param tree the Markdown of the letter with its placeholders filled
 */
export function checkLetter(source: Source, tree: MdastNode, surroundings: LetterSurroundings): Finding[] {
  const firstLine = source.lineOf(source.bodyAt ?? 0)
  const lineOf = (node: MdastNode) => firstLine + (node.position?.start.line ?? 1) - 1
  return sortFindings([
    ...checkHead(source),
    ...checkText(tree, surroundings, (what, mend) =>
      findingOn({ file: source.file, line: firstLine }, what, mend, true),
    ),
    ...checkCharacters(source),
    ...checkPlaceholders(source, surroundings.values).map((finding) => ({ ...finding, breaks: true })),
    ...checkEmptyValues(source, surroundings.values),
    ...checkMarkdown(source),
    ...checkHeadings(source),
    ...checkTypography(source),
    ...nodesIn(tree).flatMap((node) => {
      const found: Found = (what, mend) => findingOn({ file: source.file, line: lineOf(node) }, what, mend, true)
      if (!SHOWN.includes(node.type)) return found(...NOT_SHOWN)
      if (node.type === 'link') return checkLink(node.url, surroundings, found)
      return node.type === 'image' ? checkPicture(node, surroundings, found) : []
    }),
  ])
}

type Found = (what: string, mend: string) => Finding[]

const NOT_SHOWN = [
  'tous les programmes d’e-mail ne montrent pas ceci (HTML, tableau, code ou note).',
  'Écrivez-le en paragraphes, en titres ou en liste.',
] as const

function checkHead({ file, document }: Source): Finding[] {
  const found: Found = (what, mend) => findingOn({ file }, what, mend, true)
  const subject = document.errors.length === 0 ? document.get('objet') : undefined
  if (typeof subject !== 'string' || subject.trim() === '')
    return found('la lettre n’a pas d’objet.', 'Écrivez-le tout en haut, après « objet », entre deux lignes « --- ».')
  if (subject.length > SUBJECT_MAX)
    return found(`l’objet a ${subject.length} signes.`, `Gardez-en ${SUBJECT_MAX} au plus.`)
  return []
}

function checkText(tree: MdastNode, { unsubscribePath }: LetterSurroundings, found: Found): Finding[] {
  const nodes = nodesIn(tree)
  const unsubscribe = nodes.filter((node) => node.type === 'link' && node.url === unsubscribePath).flatMap(nodesIn)
  const own = nodes
    .filter((node) => 'value' in node || node.type === 'image')
    .filter((node) => !unsubscribe.includes(node))
  return own.length > 0 ? [] : found('la lettre n’a pas de texte.', 'Écrivez-le sous l’objet.')
}

function checkEmptyValues(source: Source, values: Readonly<Record<string, string>>): Finding[] {
  const mend = 'Renseignez-la dans les textes du site, ou retirez le nom.'
  return [...source.text.matchAll(PLACEHOLDER)]
    .filter(({ 1: name = '' }) => values[name] === '')
    .flatMap(({ 1: name, index }) =>
      findingAt(source, index, `« {{ ${name} }} » n’a pas encore de valeur.`, mend, true),
    )
}

function checkLink(url: string, { unsubscribePath, siteUrl, pages, anchorsOf }: LetterSurroundings, found: Found) {
  if (url === unsubscribePath) return []
  const own = url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url
  if (/^(mailto:|tel:|https:\/\/)/.test(own)) return []
  if (!own.startsWith('/'))
    return found(
      `le lien « ${url} » n’est ni une adresse complète ni un chemin du site.`,
      'Commencez par /, https:// ou mailto:.',
    )
  const parts = partsOf(own)
  const missing = missingTarget(url, parts, pages, anchorsOf(parts.path))
  return missing ? found(...missing) : []
}

function checkPicture(
  { url, alt }: Extract<MdastNode, { type: 'image' }>,
  { pictures, pictureNames, ownPictures }: LetterSurroundings,
  found: Found,
) {
  const picture = pictures.get(url)
  if (picture === 'broken')
    return found(`l’image « ${url} » ne s’ouvre pas.`, 'Enregistrez-la de nouveau en JPEG, en PNG ou en WebP.')
  if (picture === undefined) {
    const [what, mend] = OWN_PICTURES[ownPictures]
    return found(
      `l’image « ${url} » n’est pas une image du site${what}.`,
      `Les images du site s’appellent par leur nom ; le plus proche est « ${nearest(pictureName(url), pictureNames)} ».${mend}`,
    )
  }
  if ((alt || picture.description).trim() !== '') return []
  return found(
    `l’image « ${url} » n’a pas de description.`,
    'Écrivez entre les crochets ce que l’on voit : ![Tapis crème plié](elegance).',
  )
}
