import { BLOCK_NAMES, EMAIL_BLOCKS, EMAIL_NAMES, PLACEHOLDER, unknownName } from '../copy/placeholders.ts'
import { programNames } from './check-words.ts'
import type { Finding } from './finding.ts'
import type { Source } from './sources.ts'
import { BODY, type TextSpan, textSpansOf } from './text-spans.ts'

/** A name with a character that no name has, with too few braces on one side, or braces without a name. */
const MALFORMED =
  /\{\{(?!\s*[\w-]+\s*\}\})[^}\n]*\}{0,2}|(?<![{\p{L}\d])\{\s*[\p{L}\d_-]+\s*\}{1,2}|(?<!\{[^{}\n]*)\}\}/gu

/** Placeholders with an unknown name, and malformed ones. */
export function checkPlaceholders(sources: readonly Source[], values: Readonly<Record<string, string>>): Finding[] {
  return sources.flatMap(textSpansOf).flatMap((span) => [...unknown(span, values), ...malformed(span)])
}

function unknown(span: TextSpan, values: Readonly<Record<string, string>>): Finding[] {
  const { source, offset, text, key } = span
  const inEmail = source.folder === 'emails'
  const blocks: readonly string[] = inEmail
    ? EMAIL_BLOCKS
    : source.folder === 'legal' && key === BODY
      ? BLOCK_NAMES
      : []
  return [...text.matchAll(PLACEHOLDER)].flatMap(({ 0: whole, 1: name = '', index }) => {
    const alone = /(?:^|\n)[ \t]*$/.test(text.slice(0, index)) && /^[ \t]*(\n|$)/.test(text.slice(index + whole.length))
    const line = source.lineOf(offset + index)
    const at = { file: source.file, line, breaks: true }
    if (inEmail && EMAIL_NAMES.some((known) => known === name)) return []
    const own = programNames(span)
    if (own.includes(name)) return []
    if (name in values || (blocks.includes(name) && alone)) return []
    if (blocks.includes(name))
      return [{ ...at, what: `« {{ ${name} }} » appelle un bloc.`, mend: 'Mettez-le seul sur sa ligne.' }]
    const said = unknownName(name, [...Object.keys(values), ...blocks, ...own])
    const [what = '', mend = ''] = said.split(/(?<=\.) (?=Le nom)/)
    return [{ ...at, what, mend }]
  })
}

function malformed({ source, offset, text }: TextSpan): Finding[] {
  return [...text.matchAll(MALFORMED)].map(({ 0: whole, index }) => ({
    file: source.file,
    line: source.lineOf(offset + index),
    what: `« ${whole} » n’appelle aucune valeur.`,
    mend: 'Écrivez le nom entre deux accolades, sans accent ni espace dans le nom : {{ poids_tapis }}.',
    breaks: false,
  }))
}
