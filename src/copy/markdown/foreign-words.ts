/** English terms in the texts. The pattern also matches tags, which stay unchanged. */
const ENGLISH = /(<[^>]*>)|(?<![\p{L}-])(?:quilting|mesh)(?![\p{L}-])/giu

/** Marks English words in HTML with their language, so that a screen reader pronounces them as such (WCAG 3.1.2). */
export function markForeignWords(html: string): string {
  return html.replace(ENGLISH, (found, tag) => (tag ? found : `<span lang="en">${found}</span>`))
}
