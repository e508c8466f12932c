import { BLOCK_NAMES, EMAIL_BLOCKS, filledInReply, nearest, PLACEHOLDER, unknownName } from '../../copy/placeholders.ts'
import { filledIn } from '../../model/needs.ts'
import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { BODY, type TextSpan, textSpansOf } from '../reading/text-spans.ts'
import { matchRules, type Rule } from './match-rules.ts'

/** A placeholder with an invalid character, a missing brace or no name. */
const MALFORMED: Rule = {
  pattern: /\{\{(?!\s*[\w-]+\s*\}\})[^}\n]*\}{0,2}|(?<![{\p{L}\d])\{\s*[\p{L}\d_-]+\s*\}{1,2}|(?<!\{[^{}\n]*)\}\}/gu,
  what: (found) => `« ${found} » n’appelle aucune valeur.`,
  mend: 'Écrivez le nom entre deux accolades, sans accent ni espace dans le nom : {{ poids_tapis }}.',
}

/** Folder of the prepared replies. */
const REPLIES = 'emails/reponses'

/**
 * Finds unknown and malformed placeholders.
 * @param filledBy returns the placeholders that the program fills in a text; injected, because its implementation
 * needs packages that a release lacks
 */
export function checkPlaceholders(
  source: Source,
  values: Readonly<Record<string, string>>,
  filledBy: (span: TextSpan) => string[] = () => [],
): Finding[] {
  return textSpansOf(source).flatMap((span) => [
    ...unknown(span, values, filledBy),
    ...matchRules([MALFORMED], span, span.text),
  ])
}

function unknown(
  span: TextSpan,
  values: Readonly<Record<string, string>>,
  filledBy: (span: TextSpan) => string[],
): Finding[] {
  const { source, offset, text, key } = span
  const inEmail = source.folder === 'emails'
  const filled = inEmail
    ? filledIn(source.id)
    : source.folder === REPLIES
      ? filledInReply(source.id.replace('reponses/', ''))
      : []
  const blocks: readonly string[] = inEmail
    ? EMAIL_BLOCKS.filter((block) => filled.includes(block))
    : source.folder === 'legal' && key === BODY
      ? BLOCK_NAMES
      : []
  return [...text.matchAll(PLACEHOLDER)].flatMap(({ 0: whole, 1: name = '', index }) => {
    const alone = /(?:^|\n)[ \t]*$/.test(text.slice(0, index)) && /^[ \t]*(\n|$)/.test(text.slice(index + whole.length))
    const found = (what: string, mend: string) => findingAt(source, offset + index, what, mend, true)
    const own = [...filledBy(span), ...filled.filter((each) => !blocks.includes(each))]
    if (own.includes(name)) return []
    if (Object.hasOwn(values, name) || (blocks.includes(name) && alone)) return []
    if (blocks.includes(name)) return found(`« {{ ${name} }} » appelle un bloc.`, 'Mettez-le seul sur sa ligne.')
    const others = [...Object.keys(values), ...blocks]
    const [what, mend] = unknownName(name, others)
    if (own.length === 0) return found(what, mend)
    const here = `Le programme remplit ici : ${own.join(', ')}.`
    return found(what, own.includes(nearest(name, [...others, ...own])) ? here : `${mend} ${here}`)
  })
}
