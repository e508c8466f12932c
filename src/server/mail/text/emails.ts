import { readFileSync } from 'node:fs'
import { readFacts } from '../../../copy/facts/parse-facts.ts'
import { CONTENT, readValues } from '../../../copy/facts/read-values.ts'
import { typographic } from '../../../copy/markdown/typography.ts'
import { PLACEHOLDER } from '../../../copy/placeholders.ts'
import { type Block, type Draft, type Letter, plainText } from './letter.ts'
import { htmlText } from './letter-html.ts'

const FOOTER = 'pied'
/** The picture of the house, which some e-mails carry inside: nobody is told when it is looked at. */
const BAND = 'bandeau'
const BAND_FILE = new URL(`../../../assets/emails/${BAND}.jpg`, import.meta.url)

/** What an e-mail is filled with, besides the facts of the house. */
export interface Filling {
  /** Words of ours, by the names that the text calls. */
  values: Readonly<Record<string, string>>
  /** Parts that stand alone in their paragraph, by the names that the text calls. */
  blocks?: Readonly<Record<string, readonly Block[]>>
  /** Where the button leads, if the text has one. */
  href?: string
}

export interface Emails {
  /** Sets an e-mail of src/content/emails. Throws for a file that is not there and for a name that nothing fills. */
  set(name: string, filling: Filling): Letter
  /** Sets words that are in no file of src/content/emails, such as a letter to a list, under their subject as title. */
  setWords(subject: string, blocks: readonly Block[], withPicture: boolean): Letter
  /** What a text calls an e-mail's subject matter, such as «Candidature de revendeur». */
  titleOf(name: string): string
  /** The figures and the identity of the house. */
  facts: Readonly<Record<string, string>>
}

/**
 * Reads the words of the e-mails, natively in Node as the running server has to.
 * @param siteUrl origin of the site, before the paths of its pages
 */
export function createEmails(siteUrl: string): Emails {
  const read = (path: string) => readFacts(new URL(path, CONTENT), `src/content/${path}`)
  const facts = readValues()
  const band = { name: BAND, jpeg: readFileSync(BAND_FILE) }
  const sources = new Map<string, Record<string, string>>()
  const source = (name: string) => {
    const known = sources.get(name) ?? read(`emails/${name}.yaml`)
    sources.set(name, known)
    return known
  }

  function set(name: string, { values, blocks = {}, href }: Filling): Letter {
    const { subject = '', title = '', text = '', action = '', note = '', bandeau } = source(name)
    const fill = (words: string) => fillWith({ ...facts, ...values }, words, name).replaceAll('](/', `](${siteUrl}/`)
    const words = {
      subject: fill(subject),
      title: fill(title),
      blocks: paragraphs(text).flatMap((paragraph): readonly Block[] => {
        const block = blocks[/^\{\{\s*([\w-]+)\s*\}\}$/.exec(paragraph)?.[1] ?? '']
        return block ?? [{ kind: 'paragraph', text: fill(paragraph) }]
      }),
      action: action && href ? { label: fill(action), href } : undefined,
      note: fill(note),
    }
    return inFrame(words, bandeau === 'oui')
  }

  function inFrame(words: Omit<Draft, 'footer' | 'picture'>, withPicture: boolean): Letter {
    const { text = '', bandeau = '' } = source(FOOTER)
    const footer = fillWith(facts, text, FOOTER).split('\n')
    const draft: Draft = { ...words, footer, ...(withPicture && { picture: { name: BAND, description: bandeau } }) }
    return {
      subject: typographic(draft.subject),
      text: plainText(draft),
      html: htmlText(draft),
      ...(withPicture && { pictures: [band] }),
    }
  }

  return {
    set,
    setWords: (subject, blocks, withPicture) => inFrame({ subject, title: subject, blocks, note: '' }, withPicture),
    titleOf: (name) => source(name).title ?? '',
    facts,
  }
}

function paragraphs(text: string): string[] {
  return text.split(/\n\s*\n/).map((paragraph) => paragraph.trim().replace(/\s*\n\s*/g, ' '))
}

function fillWith(values: Readonly<Record<string, string>>, words: string, name: string): string {
  return words.replace(PLACEHOLDER, (_, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`src/content/emails/${name}.yaml : {{ ${key} }} n’existe pas ici.`)
    return value
  })
}
