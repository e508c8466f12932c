import { readFileSync } from 'node:fs'
import { readFacts } from '../../../copy/facts/parse-facts.ts'
import { CONTENT, readValues } from '../../../copy/facts/read-values.ts'
import { typographic } from '../../../copy/markdown/typography.ts'
import { PLACEHOLDER } from '../../../copy/placeholders.ts'
import type { Email } from '../../outbox/mail.ts'
import { type Block, type Draft, pieces, plainText } from './email-draft.ts'
import { htmlText } from './email-html.ts'

const FOOTER = 'pied'
/** Says nothing of what a message is about. */
const GREETING = /^Bonjour\b/
/** The picture of the house, which some e-mails carry inside: nobody is told when it is looked at. */
const BAND = 'bandeau'
const BAND_FILE = new URL(`../../../assets/emails/${BAND}.jpg`, import.meta.url)

/** What an e-mail is filled with, besides the facts of the house. */
export interface Filling {
  /** Words of ours, by the names that the text calls. */
  values: Readonly<Record<string, string>>
  /** Parts that stand alone in their paragraph, by the names that the text calls. */
  blocks?: Readonly<Record<string, readonly Block[]>>
  /** Where the button leads, if the text has one and does not say so itself. */
  href?: string
  /** What a list of messages shows behind the subject; the first paragraph by default. */
  preview?: string
}

export type Emails = ReturnType<typeof createEmails>

/**
 * Reads the words of the e-mails, natively in Node as the running server has to.
 * @param siteUrl origin of the site, before the paths of its pages
 */
export function createEmails(siteUrl: string) {
  const read = (path: string) => readFacts(new URL(path, CONTENT), `src/content/${path}`)
  /** The figures and the identity of the house. */
  const facts: Readonly<Record<string, string>> = readValues()
  const band = { name: BAND, jpeg: readFileSync(BAND_FILE) }
  const sources = new Map<string, Record<string, string>>()
  const source = (name: string) => {
    const known = sources.get(name) ?? read(`emails/${name}.yaml`)
    sources.set(name, known)
    return known
  }

  /** Sets an e-mail of src/content/emails. Throws for a file that is not there and for a name that nothing fills. */
  function set(name: string, { values, blocks = {}, href, preview }: Filling): Email {
    const { subject = '', title = '', text = '', action = '', lien, note = '', bandeau } = source(name)
    const leads = lien ? siteUrl + lien : href
    const fill = (words: string) => fillWith({ ...facts, ...values }, words, name).replaceAll('](/', `](${siteUrl}/`)
    const words = {
      subject: fill(subject),
      title: fill(title),
      blocks: paragraphs(text).flatMap((paragraph): readonly Block[] => {
        const block = blocks[/^\{\{\s*([\w-]+)\s*\}\}$/.exec(paragraph)?.[1] ?? '']
        return block ?? [{ kind: 'paragraph', text: fill(paragraph) }]
      }),
      action: action && leads ? { label: fill(action), href: leads } : undefined,
      note: fill(note),
    }
    return inFrame({ ...words, preview: preview ?? previewOf(words.blocks) }, bandeau === 'oui')
  }

  function inFrame(words: Omit<Draft, 'footer' | 'picture'>, withPicture: boolean): Email {
    const { text = '', bandeau = '' } = source(FOOTER)
    const footer = footerLines(text, facts)
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
    /** Sets words that are in no file of src/content/emails, such as a letter to a list. @param title '' for none */
    setWords: (subject: string, blocks: readonly Block[], withPicture: boolean, title = subject) =>
      inFrame({ subject, title, blocks, note: '' }, withPicture),
    facts,
  }
}

/** The first words of ours that say something. */
function previewOf(blocks: readonly Block[]): string | undefined {
  const [first] = blocks.flatMap((block) =>
    block.kind === 'paragraph' && !GREETING.test(block.text) ? block.text : [],
  )
  return (
    first &&
    pieces(first)
      .map(({ text }) => text)
      .join('')
  )
}

/** The foot without what company.yaml does not know yet: parts between «·», and lines of which nothing is left. */
function footerLines(text: string, facts: Readonly<Record<string, string>>): string[] {
  const isKnown = (part: string) => [...part.matchAll(PLACEHOLDER)].every(([, name = '']) => facts[name] !== '')
  return text.split('\n').flatMap((line) => {
    const parts = line.split(' · ').filter(isKnown)
    return parts.length > 0 ? fillWith(facts, parts.join(' · '), FOOTER) : []
  })
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
