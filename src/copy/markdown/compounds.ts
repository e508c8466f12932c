/** A compound word: e-mail, Avez-vous, savoir-faire, c’est-à-dire. */
const COMPOUND = /([\p{L}’]+(?:-[\p{L}’]+)+)(?![\p{L}\d@/-])/u
/** A longer one may not fit on the line of a narrow page. */
const MAX_LENGTH = 16

const OF_HTML = new RegExp(`(<[^>]*>)|${COMPOUND.source}`, 'gu')

/** Keeps the short compound words of HTML whole; its tags are left alone. */
export function keepCompounds(html: string): string {
  return html.replace(OF_HTML, (found, tag) =>
    tag || found.length > MAX_LENGTH ? found : `<span class="unbroken">${found}</span>`,
  )
}

/** The same of a plain text, for React: the parts of odd index are compound words to be kept whole. */
export function splitAtCompounds(text: string): string[] {
  const parts: string[] = []
  for (const [index, part] of text.split(COMPOUND).entries())
    if (index % 2 === 1 && part.length <= MAX_LENGTH) parts.push(part)
    else if (parts.length % 2 === 1) parts.push(`${parts.pop()}${part}`)
    else parts.push(part)
  return parts
}
