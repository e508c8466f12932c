import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type MdastNode, markdownToMdast } from 'satteri'
import { checkLetterText, type LetterFinding, nodesIn } from '../../../copy/check-letter-text.ts'
import { PLACEHOLDER } from '../../../copy/placeholders.ts'
import { createEmails } from '../text/emails.ts'
import { fixLetter, type LetterText, type LetterTexts, UNSUBSCRIBE_NAME, UNSUBSCRIBE_PATH } from './letter.ts'
import { type CalledPictures, describedPictures, readPictures } from './letter-pictures.ts'

/** Maximum length of a subject, in characters; mail programs show about half of it. */
const SUBJECT_MAX = 120
/** Maximum number of pictures: each weighs about 100 kB, and each reader gets all of them. */
const PICTURES_MAX = 3
/** A picture in Markdown. Bounded, because it is tried at every bracket of a long text. */
const PICTURE = /!\[([^\]\n]{0,300})\]\(([^)\s]{0,300})\)/g

/**
 * Builds the final letter: mended where unambiguous, with facts, typography and embedded pictures, as HTML and plain
 * text; with the errors that prevent sending (line 0: of the subject).
 * @param client folder of the built site
 */
export async function typesetLetter(
  { subject, text }: Pick<LetterText, 'subject' | 'text'>,
  siteUrl: string,
  client: string,
): Promise<LetterTexts & { findings: LetterFinding[] }> {
  const emails = createEmails(siteUrl)
  const site = readBuiltSite(client)
  const written = fixLetter(text)
  const values: Record<string, string> = { ...emails.facts, [UNSUBSCRIBE_NAME]: UNSUBSCRIBE_PATH }
  const fill = (words: string) =>
    words.replace(PLACEHOLDER, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''))
  const tree = markdownToMdast(fill(written))
  const shown = nodesIn(tree).flatMap((node) => (node.type === 'image' ? node.url : []))
  const pictures = await readPictures(shown.slice(0, PICTURES_MAX))
  const checked = checkLetterText(written, tree, {
    values,
    siteUrl,
    unsubscribePath: UNSUBSCRIBE_PATH,
    pages: site.pages,
    anchorsOf: site.anchorsOf,
    pictures,
    pictureNames: Object.keys(describedPictures()),
  })
  // The other findings would only be consequences of this one and hide it.
  const findings = shown.length > PICTURES_MAX ? [tooManyPictures(shown.length)] : checked
  const words = { subject: fill(subject), title: fill(subject), blocks: [pointOut(tree, siteUrl, pictures)] }
  const plain = fill(written)
    .replace(PICTURE, (_, alt: string, name: string) => alt || pictures.get(name)?.description || '')
    .replaceAll('](/', `](${siteUrl}/`)
  const letter = emails.setWords({ ...words, plain }, shown.length === 0)
  return { ...letter, findings: [...subjectFaults(subject), ...findings] }
}

function subjectFaults(subject: string): LetterFinding[] {
  if (subject.trim() === '') return [{ line: 0, what: 'la lettre n’a pas d’objet.', mend: 'Écrivez-le.' }]
  if (subject.length <= SUBJECT_MAX) return []
  return [{ line: 0, what: `l’objet a ${subject.length} caractères.`, mend: `Gardez-en ${SUBJECT_MAX} au plus.` }]
}

function tooManyPictures(shown: number): LetterFinding {
  const mend = `Gardez-en ${PICTURES_MAX} au plus : chaque personne les reçoit toutes.`
  return { line: 1, what: `la lettre montre ${shown} images.`, mend }
}

/** Makes URLs absolute and puts the pictures in; replaces a missing picture by its description. */
function pointOut(node: MdastNode, siteUrl: string, pictures: CalledPictures): MdastNode {
  if (node.type === 'image') {
    const picture = pictures.get(node.url)
    if (!picture) return { type: 'text', value: node.alt ?? '' }
    return { ...node, url: picture.src, alt: node.alt || picture.description }
  }
  const whole = node.type === 'link' && node.url.startsWith('/') ? { ...node, url: siteUrl + node.url } : node
  if (!('children' in whole)) return whole
  return { ...whole, children: whole.children.map((child) => pointOut(child, siteUrl, pictures)) } as MdastNode
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
