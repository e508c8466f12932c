import {
  BLOCK_NAMES,
  EMAIL_BLOCKS,
  filledInReply,
  MALFORMED,
  malformed,
  PLACEHOLDER,
  unknownName,
} from '../../copy/placeholders.ts'
import { filledIn } from '../../model/email-kinds.ts'
import { programNames } from '../../model/file-schemas.ts'
import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { BODY, type TextSpan, textSpansOf } from '../reading/text-spans.ts'

const NEW_FACT = 'Corrigez-le, ou retirez-le ; si c’est une valeur de facts.yaml, mettez-y sa ligne.'

/** Finds unknown and malformed placeholders, and blocks that are not alone on their line. */
export function checkPlaceholders(source: Source, values: Readonly<Record<string, string>>): Finding[] {
  return textSpansOf(source).flatMap((span) => [
    ...unknown(span, values),
    ...[...span.text.matchAll(MALFORMED)].flatMap(({ 0: found, index }) =>
      findingAt(source, span.offset + index, ...malformed(found)),
    ),
  ])
}

function unknown(span: TextSpan, values: Readonly<Record<string, string>>): Finding[] {
  const { source, offset, text } = span
  const [own, blocks] = filledBy(span)
  return [...text.matchAll(PLACEHOLDER)].flatMap(({ 0: whole, 1: name = '', index }) => {
    if (own.includes(name) || Object.hasOwn(values, name)) return []
    const alone = /(?:^|\n)[ \t]*$/.test(text.slice(0, index)) && /^[ \t]*(\n|$)/.test(text.slice(index + whole.length))
    if (blocks.includes(name) && alone) return []
    const [what, mend] = blocks.includes(name)
      ? [`« {{ ${name} }} » appelle un bloc.`, 'Mettez-le seul sur sa ligne.']
      : unknownName(name, [...Object.keys(values), ...blocks, ...own], NEW_FACT)
    return findingAt(source, offset + index, what, mend)
  })
}

/** Returns the placeholders that the program fills in a text, and those of its blocks. */
function filledBy({ source, key, path }: TextSpan): [own: readonly string[], blocks: readonly string[]] {
  if (source.folder === 'emails') {
    const filled = filledIn(source.id)
    const blocks = EMAIL_BLOCKS.filter((block) => filled.includes(block))
    return [filled.filter((name) => !blocks.some((block) => block === name)), blocks]
  }
  if (source.folder === 'emails/reponses') return [filledInReply(source.id), []]
  if (source.folder === 'legal' && key === BODY) return [[], BLOCK_NAMES]
  return [programNames(source.path, path), []]
}
