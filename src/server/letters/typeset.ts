import { readFileSync } from 'node:fs'
import { type MdastNode, markdownToMdast } from 'satteri'
import { parse } from 'yaml'
import { checkLetter } from '../../check/check-letter.ts'
import { type Source, sourceOf } from '../../check/sources.ts'
import { PLACEHOLDER } from '../../copy/placeholders.ts'
import { pictureName } from '../../copy/text-pictures.ts'
import { createEmails } from '../mail/text/emails.ts'
import { type BuiltSite, readBuiltSite } from './built-site.ts'
import { letterPicture } from './letter-pictures.ts'
import type { LetterPicture, LetterTexts } from './letter-rows.ts'
import type { LetterFinding } from './types.ts'
import { UNSUBSCRIBE_NAME, UNSUBSCRIBE_PATH } from './unsubscribe-place.ts'

const PICTURES = new URL('../../content/pictures.yaml', import.meta.url)
/** Largest HTML and plain text of a letter: mail programs cut what is longer. */
const SIZE_MAX_KB = 100

/** A letter as it would go, and what is wrong with it. */
export interface Typeset extends LetterTexts {
  findings: LetterFinding[]
  pictures: LetterPicture[]
  /** Address of the house that answers reach; '' where it is not known. */
  replyTo: string
}

/**
 * Sets a letter: facts and typography of the house, HTML and plain text, pictures inside.
 * @param text the Markdown file, head included
 * @param siteUrl origin of the site
 * @param client folder of the built site
 */
export async function typesetLetter(text: string, siteUrl: string, client: string): Promise<Typeset> {
  const emails = createEmails(siteUrl)
  const site = readBuiltSite(client)
  const source = sourceOf('', 'lettre.md', text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
  const values: Record<string, string> = { ...emails.facts, [UNSUBSCRIBE_NAME]: UNSUBSCRIBE_PATH }
  const fill = (words: string) => words.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '')
  const tree = markdownToMdast(fill(source.text.slice(source.bodyAt)))
  const descriptions = descriptionsOf(site)
  const findings = checkLetter(source, tree, {
    values,
    siteUrl,
    unsubscribePath: UNSUBSCRIBE_PATH,
    pages: site.pages,
    anchorsOf: site.anchorsOf,
    pictures: descriptions,
  }).map(({ line, what, mend }) => ({ line, what, mend }))

  const shown = pointOut(tree, siteUrl, descriptions)
  const letter = emails.setWords(fill(subjectOf(source)), [{ kind: 'markdown', tree: shown.tree }])
  const pictures = await Promise.all(
    [...shown.pictures].map((name) => letterPicture(name, site.pictureFile(name) ?? '')),
  )
  return { ...letter, pictures, replyTo: emails.facts.email ?? '', findings: [...findings, ...tooLarge(letter)] }
}

function subjectOf({ document }: Source): string {
  const subject = document.errors.length === 0 ? document.get('objet') : undefined
  return typeof subject === 'string' ? subject : ''
}

/** The pictures of the built site with their descriptions. */
function descriptionsOf(site: BuiltSite): Record<string, string> {
  const all = Object.entries(parse(readFileSync(PICTURES, 'utf8')) as Record<string, { alt?: string }>)
  return Object.fromEntries(
    all.flatMap(([name, { alt = '' }]) => (site.pictureFile(name) === undefined ? [] : [[name, alt]])),
  )
}

/** The tree with whole addresses, and pictures by their place in the e-mail; one that is not there is left out. */
function pointOut(tree: MdastNode, siteUrl: string, descriptions: Record<string, string>) {
  const pictures = new Set<string>()
  const visit = (node: MdastNode): MdastNode => {
    if (node.type === 'image') {
      const name = pictureName(node.url)
      const alt = node.alt || descriptions[name] || ''
      if (descriptions[name] === undefined) return { type: 'text', value: alt }
      pictures.add(name)
      return { ...node, url: `cid:${name}`, alt }
    }
    const whole = node.type === 'link' && node.url.startsWith('/') ? { ...node, url: siteUrl + node.url } : node
    return 'children' in whole ? ({ ...whole, children: whole.children.map(visit) } as MdastNode) : whole
  }
  return { tree: visit(tree), pictures }
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
