import type { Heading, Rendered } from './markdown.ts'

export interface NumberedHeading extends Heading {
  /** '' for a section before the first number, such as an introduction. */
  number: string
}

/**
 * Separates the number of a section («3. Finalités») from its title, so that it can be placed in the margin. If no
 * section has a number, numbers them in their order.
 */
export function numberSections({ html, headings }: Rendered): { html: string; headings: NumberedHeading[] } {
  const written = headings.some(({ text }) => /^\d+\./.test(text))
  const numbered = headings.map(({ id, text }, index) => {
    const [, number = written ? '' : String(index + 1), title = text] = /^(\d+)\.\s+(.*)$/.exec(text) ?? []
    return { id, number, text: title }
  })
  const numbers = new Map(numbered.map(({ id, number }) => [id, number]))
  return {
    headings: numbered,
    html: html.replace(/<h2 id="([^"]+)">(?:\d+\.\s+)?/g, (_, id: string) => {
      const number = numbers.get(id)
      return `<h2 id="${id}">${number ? `<span class="number">${number}.</span> ` : ''}`
    }),
  }
}
