import type { MdastNode } from 'satteri'

/** A part of an e-mail, separated by blank lines: Markdown, whose URLs are absolute, or a quotation. */
export type Block = MdastNode | Quotation

/** Text of a visitor or another machine, line by line, neither parsed nor typeset. */
export interface Quotation {
  type: 'quotation'
  heading?: string
  lines: readonly string[]
}

/** Source of an e-mail, for HTML and plain text. */
export interface EmailParts {
  subject: string
  title: string
  /** Above the title. Omitted from plain text because it is decoration. */
  picture?: { src: string; description: string } | undefined
  blocks: readonly Block[]
  /** Plain text of the blocks: the Markdown of a letter. */
  plain?: string
  action?: { label: string; href: string } | undefined
  /** Small print below the text, as `paragraph` reads it. */
  note: string
  /** Identity of the sender, line by line. */
  footer: readonly string[]
}

const MARKUP = /\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)|[^*[]+|[*[]/g

/**
 * Returns our own text as a paragraph. Only `**gras**` and `[lien](adresse)` count: read as Markdown, «- Camille» below
 * an answer would become a list, and the parser, which only letters need, would stay in memory.
 */
export function paragraph(text: string): MdastNode {
  const children = [...text.matchAll(MARKUP)].map(([whole, strong, label, url = '']) => {
    const words = { type: 'text' as const, value: strong ?? label ?? whole }
    if (label !== undefined) return { type: 'link' as const, url, children: [words] }
    return strong === undefined ? words : { type: 'strong' as const, children: [words] }
  })
  return { type: 'paragraph', children }
}

/** States how many more items the desk lists. */
export const andMore = (count: number) => paragraph(`Et ${count} de plus, dans le bureau.`)
