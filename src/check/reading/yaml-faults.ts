import { type ErrorCode, visit } from 'yaml'
import { type Finding, findingAt, findingOn, type Sentences } from '../finding.ts'
import type { Source } from './sources.ts'

const LOST: Sentences = [
  'cette ligne ne se rattache à rien.',
  'Un texte est tout entier en retrait sous sa clé ; une clé s’écrit « clé: valeur », avec l’espace.',
]
const RESERVED: Sentences = ['ce texte commence par un signe réservé.', 'Mettez-le entre "guillemets droits".']
const TAB: Sentences = ['le retrait est fait d’une tabulation.', 'Remplacez-la par des espaces, deux par niveau.']
/** Errors of the YAML parser in French: what is wrong, and the remedy. */
const MESSAGES: Partial<Record<ErrorCode, Sentences>> = {
  BAD_INDENT: ['le retrait n’est pas celui des lignes voisines.', 'Alignez cette ligne, avec des espaces.'],
  DUPLICATE_KEY: ['cette clé est écrite deux fois.', 'Gardez-en une ; un élément de liste commence par un tiret.'],
  BLOCK_AS_IMPLICIT_KEY: [
    'cette ligne a un « : » ou un retrait de trop.',
    'Mettez un texte avec « : » entre "guillemets droits" ; sinon, alignez la ligne sur ses voisines.',
  ],
  BAD_DQ_ESCAPE: ['une barre oblique inverse n’a pas de sens ici.', 'Supprimez-la.'],
}
/** Signs of a line that the parser reports under various codes: a text next to «|», «-/contact», «*Hera*», «!Attention». */
const SIGNS: readonly [sign: RegExp, sentences: Sentences][] = [
  [/: +\|.*[\p{L}\d]/u, ['un texte suit « | » sur sa ligne.', 'Mettez-le à la ligne suivante, en retrait.']],
  [/^ *(?:-[^\s-]|[–—•*] )/, ['cet élément ne commence pas par « - » et un espace.', 'Écrivez-les devant ses mots.']],
  [/^ *(?:- +)*[\w-]+: +(?:[{*&!%@`'-]|> *\S|\[.*\] *\S)/, RESERVED],
]
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
    tab >= 0 ? [tab + 1, TAB] : quote >= 0 ? [quote + 1, QUOTES] : [line, sentencesOn(before, error.code)]
  return findingOn({ file: source.file, line: at }, ...sentences)
}

/** Returns what is wrong with the last of these lines: one that left the text below a «|», or by its signs or the code. */
function sentencesOn(lines: readonly string[], code: ErrorCode): Sentences {
  const [last = '', indents] = [lines.at(-1), lines.map((each) => each.search(/\S/))]
  const key = lines.findLastIndex((each, index) => index < lines.length - 1 && /: +[|>][-+]? *$/.test(each))
  const inText = indents.slice(key + 1, -1).every((each) => each < 0 || each > (indents[key] ?? 0))
  if (key >= 0 && inText && !/^ *(?:- )*[\w-]+:(?: |$)/.test(last)) return LOST
  return SIGNS.find(([sign]) => sign.test(last))?.[1] ?? MESSAGES[code] ?? LOST
}

/** True if the value of a line has an unpaired quote or one inside; a text may continue on the next line. */
function hasWrongQuotes(line: string, next: string): boolean {
  const [, value = ''] = /^(?:[ ]*- +)*[ ]*[\w-]+: +(".*)$/.exec(line) ?? []
  const [, second] = [...value.matchAll(/(?<!\\)"/g)]
  if (value !== '' && !second) return /^\s*(?:[\w-]+:|- |$)/.test(next)
  return second !== undefined && !/^\s*(?:#.*)?$/.test(value.slice(second.index + 1))
}

/** Finds what YAML reads as something else: «Hall #3, Lyon» as a comment, «*Hera» as a reference, a sentence as a key. */
function misread(source: Source): Finding[] {
  const findings: Finding[] = []
  visit(source.document, {
    Alias(_, { range }) {
      findings.push(...findingAt(source, range?.[0] ?? 0, ...RESERVED))
    },
    Scalar(position, { range, type, value }) {
      if (position === 'key' && /\s/.test(String(value))) findings.push(...findingAt(source, range?.[0] ?? 0, ...LOST))
      if (type !== 'PLAIN' || !range || (typeof value !== 'string' && value !== null)) return
      if (/^ *#[\p{L}\d]/u.test(source.text.slice(range[1]))) findings.push(...findingAt(source, range[0], ...CUT))
    },
  })
  return findings
}
