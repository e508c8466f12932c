import { isAbsent, isToFill, values } from './facts/facts.ts'
import { toFill } from './facts/identity.ts'
import { PLACEHOLDER, unknownName, withoutEmptyRows } from './placeholders.ts'

/** Functions that return the HTML or Markdown of a block, by its name. A block is alone in its paragraph. */
export type Blocks = Readonly<Record<string, () => string>>

/** Fills {{ placeholders }} in a text that is not HTML, such as a title or an alt text. Throws for an unknown name. */
export function fillText(text: string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => {
    const value = lookUp(name)
    return value === '' ? `[${toFill(name)}]` : value
  })
}

/** Fills {{ placeholders }} in Markdown: blocks, plain values in link addresses, marked values elsewhere. */
export function fillMarkdown(source: string, blocks: Blocks): string {
  return withoutEmptyRows(source, isAbsent)
    .replace(
      /^\{\{\s*([\w-]+)\s*\}\}$/gm,
      (whole, name: string) => (Object.hasOwn(blocks, name) ? blocks[name]?.() : undefined) ?? whole,
    )
    .replace(/(\]\(|href=")[^)"]*/g, (address) => address.replace(PLACEHOLDER, (_, name) => lookUp(name)))
    .replace(PLACEHOLDER, (_, name: string) => marked(name))
}

/** Returns the value, with the mark «à compléter» if it is missing or an example. */
function marked(name: string): string {
  const value = lookUp(name)
  if (!isToFill(name)) return value || '–'
  if (value === '') return `<mark class="to-fill">${toFill(name)}</mark>`
  return `${value} <mark class="to-fill">à compléter</mark>`
}

function lookUp(name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined) throw new Error(unknownName(name, Object.keys(values)).join(' '))
  return value
}
