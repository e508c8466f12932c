import { type ErrorCode, isScalar, visit } from 'yaml'
import { type Finding, findingOn, type Sentences } from '../finding.ts'
import type { Source } from './sources.ts'

const UNREADABLE: Sentences = ['cette ligne ne se lit pas.', 'Regardez guillemets, deux-points et retrait.']
const INDENT: Sentences = ['le retrait n’est pas celui des lignes voisines.', 'Alignez cette ligne, avec des espaces.']
const RESERVED: Sentences = ['ce texte commence par un signe réservé.', 'Mettez-le entre "guillemets droits".']
/** Errors of the YAML parser in French: what is wrong, and the remedy. */
const MESSAGES: Partial<Record<ErrorCode, Sentences>> = {
  BAD_INDENT: INDENT,
  TAB_AS_INDENT: ['le retrait est fait d’une tabulation.', 'Remplacez-la par des espaces, deux par niveau.'],
  DUPLICATE_KEY: ['cette clé est écrite deux fois au même endroit.', 'Gardez une seule des deux.'],
  MISSING_CHAR: ['il manque un signe : guillemet fermant, deux-points ou crochet.', 'Fermez ce qui est ouvert.'],
  BLOCK_AS_IMPLICIT_KEY: [
    'un texte contient « : » sans guillemets.',
    'Mettez tout le texte entre "guillemets droits" ; s’il a plusieurs lignes, écrivez « | » après sa clé.',
  ],
  MULTILINE_IMPLICIT_KEY: [
    'cette ligne ne se rattache à rien.',
    'Un texte est en retrait sous sa clé ; une clé s’écrit « clé: valeur ».',
  ],
  BAD_SCALAR_START: RESERVED,
  // «!Attention», which YAML takes for a type.
  TAG_RESOLVE_FAILED: RESERVED,
  BAD_ALIAS: ['un texte commence par une étoile sans guillemets.', 'Mettez-le entre "guillemets droits".'],
  BAD_DQ_ESCAPE: ['une barre oblique inverse n’a pas de sens ici.', 'Supprimez-la.'],
  UNEXPECTED_TOKEN: ['ce signe n’est pas attendu ici.', 'Regardez les guillemets et le retrait de la ligne.'],
}
const UNCLOSED: Sentences = ['il manque le guillemet droit qui ferme ce texte.', 'Fermez-le : title: "Le tapis".']
const INSIDE: Sentences = [
  'un guillemet droit dans un texte entre guillemets droits.',
  'Gardez le premier et le dernier ; dans le texte, écrivez « et ».',
]
const CUT: Sentences = [
  'sans guillemets, ce texte s’arrête au dièse : la suite ne paraîtrait pas.',
  'Mettez tout le texte entre "guillemets droits".',
]

/** Returns the first fault for which the YAML of a file cannot be read; more usually have this one cause. */
export function yamlFault(source: Source): Finding[] {
  const [error] = [...source.document.errors, ...source.document.warnings]
  let alias: number | undefined
  visit(source.document, {
    Alias(_, { range }) {
      alias ??= range?.[0]
    },
  })
  if (!error && alias === undefined) return cutByHash(source)
  const lines = source.text.split('\n')
  const at = alias ?? error?.pos[0] ?? 0
  // The parser reports the blank lines before a line with another indent.
  let line = source.lineOf(at)
  while (lines[line - 1]?.trim() === '' && line < lines.length) line++
  const said = (number: number, [what, mend]: Sentences) => findingOn({ file: source.file, line: number }, what, mend)
  if (alias !== undefined) return said(line, MESSAGES.BAD_ALIAS ?? UNREADABLE)
  const tab = lines.slice(0, line).findIndex((text) => /^ *\t/.test(text))
  if (tab >= 0) return said(tab + 1, MESSAGES.TAB_AS_INDENT ?? INDENT)
  // The parser reports an unpaired quote only where the next quote is.
  for (const [index, text] of lines.slice(0, line).entries()) {
    const quotes = wrongQuotes(text, lines[index + 1] ?? '')
    if (quotes) return said(index + 1, quotes)
  }
  if (error?.code === 'BLOCK_AS_IMPLICIT_KEY' && isMisaligned(lines, line - 1)) return said(line, INDENT)
  return said(line, (error && MESSAGES[error.code]) ?? UNREADABLE)
}

/** True for an ordinary «key: value», or the first line below a «|»: its indent is wrong, not its text. */
function isMisaligned(lines: readonly string[], at: number): boolean {
  const [, value] = /^ *(?:- +)?[\w-]+:(?: +(.*))?$/.exec(lines[at] ?? '') ?? []
  return /: *[|>]$/.test(lines[at - 1] ?? '') || (value !== undefined && (/^"/.test(value) || !/: /.test(value)))
}

/** Returns what is wrong with the quotes around the value of a line; the text may continue on the next line. */
function wrongQuotes(line: string, next: string): Sentences | undefined {
  const [, value = ''] = /^(?:[ ]*- +)*[ ]*[\w-]+: +(".*)$/.exec(line) ?? []
  const [, second] = [...value.matchAll(/(?<!\\)"/g)]
  if (value !== '' && !second) return next.trim() === '' || /^\s*(?:[\w-]+:|- )/.test(next) ? UNCLOSED : undefined
  return second && !/^\s*(?:#.*)?$/.test(value.slice(second.index + 1)) ? INSIDE : undefined
}

/** Finds an unquoted text such as «Hall #3, Lyon», of which YAML takes the rest for a comment. */
function cutByHash(source: Source): Finding[] {
  const findings: Finding[] = []
  visit(source.document, {
    Scalar(_, { range, type, value }) {
      if (type !== 'PLAIN' || !range || (typeof value !== 'string' && value !== null)) return
      if (/^ *#[\p{L}\d]/u.test(source.text.slice(range[1])))
        findings.push(...findingOn({ file: source.file, line: source.lineOf(range[0]) }, ...CUT))
    },
  })
  return isScalar(source.document.contents) ? [] : findings
}
