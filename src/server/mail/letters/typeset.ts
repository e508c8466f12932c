import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type MdastNode, markdownToMdast } from 'satteri'
import { checkLetterText, type LetterFinding, nodesIn } from '../../../copy/check-letter-text.ts'
import { PLACEHOLDER } from '../../../copy/placeholders.ts'
import type { MailPicture } from '../mail.ts'
import { createEmails } from '../text/emails.ts'
import { describedPictures } from './described-pictures.ts'
import { UNSUBSCRIBE_PATH } from './letter-mail.ts'
import { type CalledPictures, readPictures } from './letter-pictures.ts'
import type { LetterTexts } from './letter-rows.ts'
import { fixLetter, type LetterText, UNSUBSCRIBE_NAME } from './letter-text.ts'

/** Maximum length of a subject, in characters; mail programs show about half of it. */
const SUBJECT_MAX = 120
/** Maximum size of HTML and plain text together, because mail programs cut longer messages. */
const SIZE_MAX_KB = 100
/** Maximum nesting of Markdown, text included: a quotation in a list in a list has eight levels. */
const DEPTH_MAX = 30
/** Maximum number of pictures shown, repeated ones included, because a preview contains a copy for each. */
const PICTURES_SHOWN_MAX = 20
/** Maximum size of all pictures together, because each reader gets all of them. */
const PICTURES_MAX_KB = 300

/**
 * Builds the final letter: mended where unambiguous, with facts, typography and embedded pictures, as HTML and plain
 * text; with the errors that prevent sending (line 0: of the subject).
 * @param client folder of the built site
 */
export async function typesetLetter(
  { subject, text }: Pick<LetterText, 'subject' | 'text'>,
  siteUrl: string,
  client: string,
) {
  const emails = createEmails(siteUrl)
  const site = readBuiltSite(client)
  const written = fixLetter(text)
  const values: Record<string, string> = { ...emails.facts, [UNSUBSCRIBE_NAME]: UNSUBSCRIBE_PATH }
  const fill = (words: string) =>
    words.replace(PLACEHOLDER, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''))
  const whole = markdownToMdast(fill(written))
  const unreadable = tooDeep(whole)
  const tree: MdastNode = unreadable.length > 0 ? { type: 'root', children: [] } : whole
  const addresses = nodesIn(tree).flatMap((node) => (node.type === 'image' ? node.url : []))
  const tooMany = tooManyPictures(addresses.length)
  const called = await readPictures(tooMany.length > 0 ? [] : addresses)
  const checked = checkLetterText(written, tree, {
    values,
    siteUrl,
    unsubscribePath: UNSUBSCRIBE_PATH,
    pages: site.pages,
    anchorsOf: site.anchorsOf,
    pictures: called,
    pictureNames: Object.keys(describedPictures()),
  })
  // The other findings would only be consequences of these and hide them.
  const findings = [unreadable, tooMany].find(({ length }) => length > 0) ?? checked
  const own = [...called.values()].filter((picture) => picture !== 'broken')
  const blocks = [{ kind: 'markdown' as const, tree: pointOut(tree, siteUrl, called) }]
  const { pictures = own, ...letter } = emails.setWords(fill(subject), blocks, own.length === 0)
  const tooHeavy = [...tooLarge(letter), ...tooHeavyPictures(pictures)]
  return { ...letter, pictures, findings: [...subjectFaults(subject), ...findings, ...tooHeavy] }
}

function subjectFaults(subject: string): LetterFinding[] {
  if (subject.trim() === '') return [{ line: 0, what: 'la lettre n’a pas d’objet.', mend: 'Écrivez-le.' }]
  if (subject.length <= SUBJECT_MAX) return []
  return [{ line: 0, what: `l’objet a ${subject.length} signes.`, mend: `Gardez-en ${SUBJECT_MAX} au plus.` }]
}

/** Measures the depth iteratively, because hand-written nesting may exceed the call stack. */
function tooDeep(tree: MdastNode): LetterFinding[] {
  let depth = 0
  for (let level = [tree]; level.length > 0; level = level.flatMap((node) => ('children' in node ? node.children : [])))
    depth += 1
  if (depth <= DEPTH_MAX) return []
  return ofTheWhole(
    'la lettre emboîte trop de citations, de listes ou d’astérisques les uns dans les autres.',
    'Retirez les signes « > », « * » ou « - » répétés.',
  )
}

function tooManyPictures(shown: number): LetterFinding[] {
  if (shown <= PICTURES_SHOWN_MAX) return []
  return ofTheWhole(
    `la lettre montre ${shown} images.`,
    `Gardez-en ${PICTURES_SHOWN_MAX} au plus, une même image comptant chaque fois.`,
  )
}

/** Makes URLs absolute and picture URLs cid:; replaces a missing picture by its description. */
function pointOut(node: MdastNode, siteUrl: string, pictures: CalledPictures): MdastNode {
  if (node.type === 'image') {
    const picture = pictures.get(node.url)
    if (!picture || picture === 'broken') return { type: 'text', value: node.alt ?? '' }
    return { ...node, url: `cid:${picture.name}`, alt: node.alt || picture.description }
  }
  const whole = node.type === 'link' && node.url.startsWith('/') ? { ...node, url: siteUrl + node.url } : node
  if (!('children' in whole)) return whole
  return { ...whole, children: whole.children.map((child) => pointOut(child, siteUrl, pictures)) } as MdastNode
}

function tooLarge({ html, text }: LetterTexts): LetterFinding[] {
  const size = Math.ceil((Buffer.byteLength(html) + Buffer.byteLength(text)) / 1000)
  if (size < SIZE_MAX_KB) return []
  return ofTheWhole(
    `la lettre pèse ${size} ko : les programmes d’e-mail en coupent la fin.`,
    `Raccourcissez-la sous ${SIZE_MAX_KB} ko.`,
  )
}

function tooHeavyPictures(pictures: readonly MailPicture[]): LetterFinding[] {
  const size = Math.ceil(pictures.reduce((sum, { jpeg }) => sum + jpeg.length, 0) / 1000)
  if (size < PICTURES_MAX_KB) return []
  return ofTheWhole(
    `les images de la lettre pèsent ${size} ko, que chaque personne reçoit.`,
    `Gardez-en moins, sous ${PICTURES_MAX_KB} ko en tout.`,
  )
}

function ofTheWhole(what: string, mend: string): LetterFinding[] {
  return [{ line: 1, what, mend }]
}

/** Reads the built site to check the links of a letter. @param client folder of the built files */
function readBuiltSite(client: string) {
  const entries = existsSync(client) ? readdirSync(client) : []
  return {
    /** Paths of the pages, without the error pages. */
    pages: entries
      .filter((name) => /^(?!404|500).*\.html$/.test(name))
      .map((name) => (name === 'index.html' ? '/' : `/${name.slice(0, -'.html'.length)}`)),
    /** Ids on a page, the targets of `#…`; empty for a file that is not a page; undefined for an unknown path. */
    anchorsOf(path: string): readonly string[] | undefined {
      if (path.includes('..')) return undefined
      const page = join(client, path === '/' ? 'index.html' : `${path}.html`)
      if (existsSync(page)) return [...readFileSync(page, 'utf8').matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)
      return statSync(join(client, path), { throwIfNoEntry: false })?.isFile() ? [] : undefined
    },
  }
}
