import { defineHastPlugin, defineMdastPlugin, markdownToHtml } from 'satteri'
import { type Blocks, fillMarkdown, fillText } from '../fill-placeholders.ts'
import { keepCompounds } from './compounds.ts'
import { tables } from './table-plugin.ts'
import { typographic } from './typography.ts'

export interface Heading {
  id: string
  text: string
}
export interface Rendered {
  html: string
  /** Headings of level 2, for a table of contents. */
  headings: Heading[]
}

/** Ordinals, whose ending is set in superscript: 30e, 1er. */
const ORDINAL = /(?<![\w/#.-])(\d{1,2})(er|re|e)(?![\w-])/g

/** English terms in the texts. The pattern also matches tags, which stay unchanged. */
const ENGLISH = /(<[^>]*>)|(?<![\p{L}-])(?:quilting|mesh)(?![\p{L}-])/giu

const typography = defineMdastPlugin({
  name: 'typography',
  text(node, context) {
    context.setProperty(node, 'value', typographic(node.value))
  },
})

/** Renders Markdown of src/content: {{ placeholders }} filled, French typography, `## Titre {#ancre}`. */
export function markdown(source: string, blocks: Blocks = {}): Rendered {
  const headings: Heading[] = []
  const filled = fillMarkdown(source, blocks).replace(ORDINAL, '$1<sup>$2</sup>')
  const { html } = markdownToHtml(filled, {
    features: { gfm: { footnotes: false }, headingAttributes: true, smartPunctuation: false },
    mdastPlugins: [typography],
    hastPlugins: [
      tables,
      defineHastPlugin({
        name: 'headings',
        element: {
          filter: ['h2'],
          visit(node, context) {
            const id = node.properties?.id
            if (typeof id === 'string') headings.push({ id, text: context.textContent(node) })
          },
        },
      }),
    ],
  })
  return { html: keepCompounds(markForeignWords(String(html))), headings }
}

/** Marks English words with their language, so that a screen reader pronounces them as such (WCAG 3.1.2). */
function markForeignWords(html: string): string {
  return html.replace(ENGLISH, (found, tag) => (tag ? found : `<span lang="en">${found}</span>`))
}

/** Renders paragraphs of a YAML text as HTML; '' if it is missing. */
export function prose(source = ''): string {
  return markdown(source).html
}

/** Renders one line of a YAML text as HTML without a paragraph around it; '' if it is missing. */
export function line(source = ''): string {
  return markdown(source.trim())
    .html.trim()
    .replace(/^<p>|<\/p>$/g, '')
}

/** Renders one line as plain text, for titles, descriptions, alt texts and labels; '' if it is missing. */
export function plain(source = ''): string {
  return typographic(fillText(source.trim()))
}
