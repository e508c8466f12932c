import type { MdastNode } from 'satteri'
import { typographic } from '../../../copy/markdown/typography.ts'
import { markdownPlain, plainLink } from './markdown-plain.ts'

/** A part of an e-mail between two blank lines. */
export type Block =
  /** Words of ours; `**gras**` and `[lien](adresse)` are read. */
  | { kind: 'paragraph'; text: string }
  /** Words of somebody else, line by line. */
  | { kind: 'quote'; heading?: string; lines: readonly string[]; link?: Link }
  /** Markdown of ours, as markdownToMdast reads it; addresses are absolute. */
  | { kind: 'markdown'; tree: MdastNode }

export interface Link {
  label: string
  href: string
}

/** What an e-mail is set from. */
export interface Draft {
  subject: string
  title: string
  /** What a list of messages shows behind the subject; the title without it. Not typeset: it may hold somebody’s words. */
  preview?: string | undefined
  /** Above the title. Plain text leaves it out: it says nothing that the words do not. */
  picture?: { name: string; description: string } | undefined
  blocks: readonly Block[]
  action?: Link | undefined
  /** Small lines under the words. */
  note: string
  /** Who writes, one line each. */
  footer: readonly string[]
}

/** A piece of a paragraph. */
type Piece = { text: string; strong?: boolean; href?: string }

const MARKUP = /\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g

/** Takes a paragraph apart; only its words are typeset, addresses keep their signs. */
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

/** The plain text of an e-mail: what a program without HTML shows, and what a person may keep. */
export function plainText({ title, blocks, action, note, footer }: Draft): string {
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
    .map(({ text, href }) => (href ? plainLink(text, href) : text))
    .join('')
}
