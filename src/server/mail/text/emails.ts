import { readFileSync } from 'node:fs'
import { readFacts } from '../../../copy/facts/parse-facts.ts'
import { CONTENT, readValues } from '../../../copy/facts/read-values.ts'
import { typographic } from '../../../copy/markdown/typography.ts'
import { PLACEHOLDER } from '../../../copy/placeholders.ts'
import { type Email, pictureUrl } from '../mail.ts'
import { type Block, type EmailParts, paragraph } from './blocks.ts'
import { emailHtml } from './email-html.ts'
import { emailText } from './email-plain.ts'

const FOOTER = 'pied'
/** Brand picture, embedded in some e-mails so that opening them loads nothing from a server. */
const BAND = 'bandeau'
const BAND_FILE = new URL(`../../../assets/emails/${BAND}.jpg`, import.meta.url)

/** Values for the placeholders of an e-mail, besides the facts. */
interface Filling {
  /** Our own texts by placeholder. */
  values: Readonly<Record<string, string>>
  /** Blocks by placeholder, each alone in its paragraph. */
  blocks?: Readonly<Record<string, readonly Block[]>>
  /** URL of the button, if the template has a button without its own link. */
  href?: string
}

export type Emails = ReturnType<typeof createEmails>

/**
 * Reads the texts of the e-mails from files, without Vite, as the running server must.
 * @param siteUrl origin of the site, prefixed to the paths of its pages
 */
export function createEmails(siteUrl: string) {
  const facts: Readonly<Record<string, string>> = readValues()
  const band = pictureUrl(readFileSync(BAND_FILE))
  const source = (name: string) => {
    const path = `emails/${name}.yaml`
    return readFacts(new URL(path, CONTENT), `src/content/${path}`)
  }

  /** Builds an e-mail from src/content/emails. Throws if the file or the value of a placeholder is missing. */
  function set(name: string, { values, blocks = {}, href }: Filling): Email {
    const { subject = '', title = '', text = '', action = '', lien, note = '', bandeau } = source(name)
    const leads = lien ? siteUrl + lien : href
    const fill = (words: string) => fillWith({ ...facts, ...values }, words, name).replaceAll('](/', `](${siteUrl}/`)
    const words = {
      subject: fill(subject),
      title: fill(title),
      blocks: paragraphs(text).flatMap((words): readonly Block[] => {
        const block = blocks[/^\{\{\s*([\w-]+)\s*\}\}$/.exec(words)?.[1] ?? '']
        return block ?? [paragraph(fill(words))]
      }),
      action: action && leads ? { label: fill(action), href: leads } : undefined,
      note: fill(note),
    }
    return inFrame(words, bandeau === 'oui')
  }

  function inFrame(words: Omit<EmailParts, 'footer' | 'picture'>, withPicture: boolean): Email {
    const { text = '', alt = '' } = source(FOOTER)
    const footer = footerLines(text, facts)
    const parts: EmailParts = { ...words, footer, ...(withPicture && { picture: { src: band, description: alt } }) }
    return {
      subject: typographic(parts.subject),
      text: emailText(parts),
      html: emailHtml(parts),
    }
  }

  return {
    set,
    /** Builds an e-mail from an answer, which has no title, or from a letter. */
    setWords: (words: Pick<EmailParts, 'subject' | 'title' | 'blocks' | 'plain'>, withPicture: boolean) =>
      inFrame({ ...words, note: '' }, withPicture),
    facts,
  }
}

/** Returns the footer without unknown facts of company.yaml: omits their parts between «·», and empty lines. */
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
