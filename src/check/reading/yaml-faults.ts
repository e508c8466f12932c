import { type ErrorCode, visit } from 'yaml'
import { type Finding, findingAt, findingOn, type Sentences } from '../finding.ts'
import type { Source } from './sources.ts'

const UNREADABLE: Sentences = ['cette ligne ne se lit pas.', 'Regardez guillemets, deux-points et retrait.']
const RESERVED: Sentences = ['ce texte commence par un signe réservé.', 'Mettez-le entre "guillemets droits".']
const TAB: Sentences = ['le retrait est fait d’une tabulation.', 'Remplacez-la par des espaces, deux par niveau.']
/** Errors of the YAML parser in French: what is wrong, and the remedy. */
const MESSAGES: Partial<Record<ErrorCode, Sentences>> = {
  BAD_INDENT: ['le retrait n’est pas celui des lignes voisines.', 'Alignez cette ligne, avec des espaces.'],
  TAB_AS_INDENT: TAB,
  DUPLICATE_KEY: ['cette clé est écrite deux fois au même endroit.', 'Gardez une seule des deux.'],
  BLOCK_AS_IMPLICIT_KEY: [
    'cette ligne a un « : » ou un retrait de trop.',
    'Mettez un texte avec « : » entre "guillemets droits" ; sinon, alignez la ligne sur ses voisines.',
  ],
  MULTILINE_IMPLICIT_KEY: [
    'cette ligne ne se rattache à rien.',
    'Un texte est en retrait sous sa clé ; une clé s’écrit « clé: valeur ».',
  ],
  BAD_SCALAR_START: RESERVED,
  // «!Attention», which YAML takes for a type.
  TAG_RESOLVE_FAILED: RESERVED,
  BAD_DQ_ESCAPE: ['une barre oblique inverse n’a pas de sens ici.', 'Supprimez-la.'],
}
const QUOTES: Sentences = [
  'les guillemets droits de ce texte ne vont pas par deux.',
  'Gardez le premier et le dernier ; dans le texte, écrivez « et ».',
]
const CUT: Sentences = [
  'sans guillemets, ce texte s’arrête au dièse : la suite ne paraîtrait pas.',
  'Mettez tout le texte entre "guillemets droits".',
]

/** Returns the first fault for which the YAML of a file cannot be read, because more usually have this one cause. */
export function yamlFault(source: Source): Finding[] {
  const { document, text } = source
  const [error] = [...document.errors, ...document.warnings]
  if (!error) return misread(source)
  const lines = text.split('\n')
  // The parser reports the blank lines before a line with another indent.
  let line = source.lineOf(error.pos[0])
  while (lines[line - 1]?.trim() === '' && line < lines.length) line++
  // It reports a tab or an unpaired quote only where it has lost its way.
  const before = lines.slice(0, line)
  const tab = before.findIndex((each) => /^ *\t/.test(each))
  const quote = before.findIndex((each, index) => hasWrongQuotes(each, lines[index + 1] ?? ''))
  const [at, sentences] =
    tab >= 0 ? [tab + 1, TAB] : quote >= 0 ? [quote + 1, QUOTES] : [line, MESSAGES[error.code] ?? UNREADABLE]
  return findingOn({ file: source.file, line: at }, ...sentences)
}

/** True if the value of a line has an unpaired quote or one inside; a text may continue on the next line. */
function hasWrongQuotes(line: string, next: string): boolean {
  const [, value = ''] = /^(?:[ ]*- +)*[ ]*[\w-]+: +(".*)$/.exec(line) ?? []
  const [, second] = [...value.matchAll(/(?<!\\)"/g)]
  if (value !== '' && !second) return /^\s*(?:[\w-]+:|- |$)/.test(next)
  return second !== undefined && !/^\s*(?:#.*)?$/.test(value.slice(second.index + 1))
}

/** Finds what YAML reads as something else: «Hall #3, Lyon», whose end is a comment to it, and «*Hera», a reference. */
function misread(source: Source): Finding[] {
  const findings: Finding[] = []
  visit(source.document, {
    Alias(_, { range }) {
      findings.push(...findingAt(source, range?.[0] ?? 0, ...RESERVED))
    },
    Scalar(_, { range, type, value }) {
      if (type !== 'PLAIN' || !range || (typeof value !== 'string' && value !== null)) return
      if (/^ *#[\p{L}\d]/u.test(source.text.slice(range[1]))) findings.push(...findingAt(source, range[0], ...CUT))
    },
  })
  return findings
}
