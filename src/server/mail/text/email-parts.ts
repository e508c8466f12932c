import type { MdastNode } from 'satteri'
import { typographic } from '../../../copy/markdown/typography.ts'
import { markdownPlain, plainLink } from './markdown-plain.ts'

/** A part of an e-mail, separated by blank lines. */
export type Block =
  /** Our own text; `**gras**` and `[lien](adresse)` are parsed. */
  | { kind: 'paragraph'; text: string }
  /** Text of a visitor or another machine, line by line, not parsed. */
  | { kind: 'quote'; heading?: string; lines: readonly string[]; link?: Link }
  /** Our own Markdown, parsed by markdownToMdast; URLs are absolute. */
  | { kind: 'markdown'; tree: MdastNode }

export interface Link {
  label: string
  href: string
}

/** A part of the installation that needs repair. */
export interface FailingPart {
  title: string
  sentence: string
  /** Instructions, only for the operator. */
  remedy?: string | undefined
}

/** Wraps our own text as a Block. */
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

/** States how many more items the desk lists. */
export const andMore = (count: number) => paragraph(`Et ${count} de plus, dans le bureau.`)

export function repairPart({ title, sentence, remedy }: FailingPart): Block {
  return { kind: 'quote', heading: title, lines: remedy ? [sentence, remedy] : [sentence] }
}

/** Source of an e-mail, for HTML and plain text. */
export interface EmailParts {
  subject: string
  title: string
  /** Text shown after the subject in lists; by default the title. Not typeset, because it may be a visitor's text. */
  preview?: string | undefined
  /** Above the title. Omitted from plain text because it is decoration. */
  picture?: { src: string; description: string } | undefined
  blocks: readonly Block[]
  action?: Link | undefined
  /** Small print below the text. */
  note: string
  /** Identity of the sender, line by line. */
  footer: readonly string[]
}

/** A run of a paragraph: plain, bold or link. */
type Piece = { text: string; strong?: boolean; href?: string }

const MARKUP = /\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g

/** Splits a paragraph into runs. Typesets only the text, not the URLs. */
export function pieces(paragraph: string): Piece[] {
  const found: Piece[] = []
  let end = 0
  for (const match of paragraph.matchAll(MARKUP)) {
    const [whole, strong, label, href] = match
    if (match.index > end) found.push({ text: typographic(paragraph.slice(end, match.index)) })
    found.push(
      strong ? { text: typographic(strong), strong: true } : { text: typographic(label ?? ''), href: href ?? '' },
    )
    end = match.index + whole.length
  }
  if (end < paragraph.length) found.push({ text: typographic(paragraph.slice(end)) })
  return found
}

/** Returns the plain-text version of an e-mail. */
export function plainText({ title, blocks, action, note, footer }: EmailParts): string {
  const parts = [
    typographic(title),
    ...blocks.map(plainBlock),
    action && `${typographic(`${action.label} :`)}\n${action.href}`,
    note && plainParagraph(note),
    `-- \n${footer.map(typographic).join('\n')}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function plainBlock(block: Block): string {
  if (block.kind === 'paragraph') return plainParagraph(block.text)
  if (block.kind === 'markdown') return markdownPlain(block.tree)
  const lines = block.lines.map((line) => `> ${line}`.trimEnd())
  const { heading, link } = block
  return [heading && typographic(heading), ...lines, link && `${typographic(`${link.label} :`)} ${link.href}`]
    .filter(Boolean)
    .join('\n')
}

function plainParagraph(text: string): string {
  return pieces(text)
    .map(({ text, href }) => (href && href !== text ? plainLink(text, href) : text))
    .join('')
}
