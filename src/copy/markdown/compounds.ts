/** A compound word: e-mail, Avez-vous, savoir-faire, c’est-à-dire. */
const COMPOUND = /([\p{L}’]+(?:-[\p{L}’]+)+)(?![\p{L}\d@/-])/u
/** Maximum length of a compound word that must not break, in characters: longer ones may not fit on a narrow line. */
const MAX_LENGTH = 16

const OF_HTML = new RegExp(`(<[^>]*>)|${COMPOUND.source}`, 'gu')

/** Prevents line breaks in the short compound words of HTML; tags stay unchanged. */
export function keepCompounds(html: string): string {
  return html.replace(OF_HTML, (found, tag) =>
    tag || found.length > MAX_LENGTH ? found : `<span class="unbroken">${found}</span>`,
  )
}

/** Splits a plain text for React: the parts at odd indexes are short compound words, which must not break. */
export function splitAtCompounds(text: string): string[] {
  const parts: string[] = []
  for (const [index, part] of text.split(COMPOUND).entries())
    if (index % 2 === 1 && part.length <= MAX_LENGTH) parts.push(part)
    else if (parts.length % 2 === 1) parts.push(`${parts.pop()}${part}`)
    else parts.push(part)
  return parts
}
