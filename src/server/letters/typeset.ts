import { type MdastNode, markdownToMdast } from 'satteri'
import { checkLetter } from '../../check/check-letter.ts'
import { type Source, sourceOf } from '../../check/sources.ts'
import { PLACEHOLDER } from '../../copy/placeholders.ts'
import { createEmails } from '../mail/text/emails.ts'
import { readBuiltSite } from './built-site.ts'
import { type CalledPicture, describedPictures, readPictures } from './letter-pictures.ts'
import type { LetterPicture, LetterTexts } from './letter-rows.ts'
import type { LetterDraft, LetterFinding } from './types.ts'
import { UNSUBSCRIBE_NAME, UNSUBSCRIBE_PATH } from './unsubscribe-place.ts'

/** Largest HTML and plain text of a letter: mail programs cut what is longer. */
const SIZE_MAX_KB = 100
/** Most that the pictures of a letter weigh together: each reader gets all of them. */
const PICTURES_MAX_KB = 300

/** A letter as it would go, and what is wrong with it. */
export interface Typeset extends LetterTexts {
  findings: LetterFinding[]
  pictures: readonly LetterPicture[]
  /** Address of the house that answers reach; '' where it is not known. */
  replyTo: string
}

/**
 * Sets a letter: facts and typography of the house, HTML and plain text, pictures inside.
 * @param siteUrl origin of the site
 * @param client folder of the built site
 */
export async function typesetLetter(
  { text, folder }: Omit<LetterDraft, 'list'>,
  siteUrl: string,
  client: string,
): Promise<Typeset> {
  const emails = createEmails(siteUrl)
  const site = readBuiltSite(client)
  const source = sourceOf('', 'lettre.md', text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
  const values: Record<string, string> = { ...emails.facts, [UNSUBSCRIBE_NAME]: UNSUBSCRIBE_PATH }
  const fill = (words: string) => words.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '')
  const tree = markdownToMdast(fill(source.text.slice(source.bodyAt)))
  const called = await readPictures(pictureAddresses(tree), folder)
  const findings = checkLetter(source, tree, {
    values,
    siteUrl,
    unsubscribePath: UNSUBSCRIBE_PATH,
    pages: site.pages,
    anchorsOf: site.anchorsOf,
    pictures: called,
    pictureNames: Object.keys(describedPictures()),
    mayBringPictures: folder !== undefined,
  }).map(({ line, what, mend }) => ({ line, what, mend }))

  const own = [...called.values()].filter((picture) => picture !== 'broken')
  const blocks = [{ kind: 'markdown' as const, tree: pointOut(tree, siteUrl, called) }]
  const { pictures = own, ...letter } = emails.setWords(fill(subjectOf(source)), blocks, own.length === 0)
  const tooHeavy = [...tooLarge(letter), ...tooHeavyPictures(pictures)]
  return { ...letter, pictures, replyTo: emails.facts.email ?? '', findings: [...findings, ...tooHeavy] }
}

function subjectOf({ document }: Source): string {
  const subject = document.errors.length === 0 ? document.get('objet') : undefined
  return typeof subject === 'string' ? subject : ''
}

function pictureAddresses(node: MdastNode): string[] {
  if (node.type === 'image') return [node.url]
  return 'children' in node ? node.children.flatMap(pictureAddresses) : []
}

/** The tree with whole addresses, and pictures by their place in the e-mail; of one that is not there, its description. */
function pointOut(
  node: MdastNode,
  siteUrl: string,
  pictures: ReadonlyMap<string, CalledPicture | 'broken'>,
): MdastNode {
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
  return [
    {
      line: 1,
      what: `la lettre pèse ${size} ko : les programmes d’e-mail en coupent la fin.`,
      mend: `Raccourcissez-la sous ${SIZE_MAX_KB} ko.`,
    },
  ]
}

function tooHeavyPictures(pictures: readonly LetterPicture[]): LetterFinding[] {
  const size = Math.ceil(pictures.reduce((sum, { jpeg }) => sum + jpeg.length, 0) / 1000)
  if (size < PICTURES_MAX_KB) return []
  return [
    {
      line: 1,
      what: `les images de la lettre pèsent ${size} ko, que chaque personne reçoit.`,
      mend: `Gardez-en moins, sous ${PICTURES_MAX_KB} ko en tout.`,
    },
  ]
}
