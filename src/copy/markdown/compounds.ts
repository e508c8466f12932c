/** A tag, or a compound word: e-mail, Avez-vous, savoir-faire, c’est-à-dire. */
const COMPOUND = /(<[^>]*>)|[\p{L}’]+(?:-[\p{L}’]+)+(?![\p{L}\d@/-])/gu
/** Maximum length of a compound word that must not break, in characters: longer ones may not fit on a narrow line. */
const MAX_LENGTH = 16

/** Prevents line breaks in the short compound words of HTML; tags stay unchanged. */
export function keepCompounds(html: string): string {
  return html.replace(COMPOUND, (found, tag) =>
    tag || found.length > MAX_LENGTH ? found : `<span class="unbroken">${found}</span>`,
  )
}
