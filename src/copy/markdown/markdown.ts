import { defineHastPlugin, defineMdastPlugin, markdownToHtml } from 'satteri'
import { type Blocks, fillMarkdown, fillText } from '../fill-placeholders.ts'
import { keepCompounds } from './compounds.ts'
import { markForeignWords } from './foreign-words.ts'
import { tables } from './table-plugin.ts'
import { typographic } from './typography.ts'

export interface Heading {
  id: string
  text: string
}
export interface Rendered {
  html: string
  /** Headings of the second level, for a table of contents. */
  headings: Heading[]
}

/** Ordinals take their ending in superscript: 30e, 1er. */
const ORDINAL = /(?<![\w/#.-])(\d{1,2})(er|re|e)(?![\w-])/g

/** The words around footnotes, [^1], which are English by default. */
const FOOTNOTES = { label: 'Notes', backLabel: 'Retour au texte, appel de note {reference}', clobberPrefix: '' }
/** The heading above the footnotes, which is no section of the text. */
const FOOTNOTES_ID = 'footnote-label'

const typography = defineMdastPlugin({
  name: 'typography',
  text(node, context) {
    context.setProperty(node, 'value', typographic(node.value))
  },
})

/** Renders Markdown as the copywriters write it: {{ names }} filled, French typography, `## Titre {#ancre}`. */
export function markdown(source: string, blocks: Blocks = {}): Rendered {
  const headings: Heading[] = []
  const filled = fillMarkdown(source, blocks).replace(ORDINAL, '$1<sup>$2</sup>')
  const { html } = markdownToHtml(filled, {
    features: { gfm: { footnotes: FOOTNOTES }, headingAttributes: true, smartPunctuation: false },
    mdastPlugins: [typography],
    hastPlugins: [
      tables,
      defineHastPlugin({
        name: 'headings',
        element: {
          filter: ['h2'],
          visit(node, context) {
            const id = node.properties?.id
            if (typeof id === 'string' && id !== FOOTNOTES_ID) headings.push({ id, text: context.textContent(node) })
          },
        },
      }),
    ],
  })
  return { html: keepCompounds(markForeignWords(String(html))), headings }
}

/** Paragraphs of a YAML text as HTML; '' for one that is left out. */
export function prose(source = ''): string {
  return markdown(source).html
}

/** One line of a YAML text as HTML, without a paragraph around it; '' for one that is left out. */
export function line(source = ''): string {
  return markdown(source.trim())
    .html.trim()
    .replace(/^<p>|<\/p>$/g, '')
}

/** One line of a text as plain text: titles, descriptions, alts, labels; '' for one that is left out. */
export function plain(source = ''): string {
  return typographic(fillText(source.trim()))
}
