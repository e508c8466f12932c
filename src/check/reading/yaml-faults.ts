import { type ErrorCode, visit } from 'yaml'
import { UNREADABLE } from '../../copy/facts/parse-facts.ts'
import { type Finding, findingOn, type Sentences } from '../finding.ts'
import { type Source, sourceOf } from './sources.ts'

/** Errors of the YAML parser in French: what is wrong, and the remedy. */
const MESSAGES: Partial<Record<ErrorCode, Sentences>> = {
  BAD_INDENT: ['le retrait n’est pas celui des lignes voisines.', 'Alignez cette ligne, avec des espaces.'],
  TAB_AS_INDENT: [
    'le retrait est fait d’une tabulation ou d’espaces insécables.',
    'Remplacez-les par des espaces, deux par niveau.',
  ],
  DUPLICATE_KEY: [
    'cette clé est écrite deux fois au même endroit.',
    'Gardez une seule des deux ; dans une liste, chaque élément commence par « - ».',
  ],
  MISSING_CHAR: ['il manque un signe : guillemet fermant, deux-points ou crochet.', 'Fermez ce qui est ouvert.'],
  BLOCK_AS_IMPLICIT_KEY: [
    'un texte contient « : » sans guillemets.',
    'Mettez tout le texte entre "guillemets droits".',
  ],
  MULTILINE_IMPLICIT_KEY: [
    'cette ligne ne se rattache à rien.',
    'Mettez un texte en retrait sous sa clé ; une clé s’écrit « clé: valeur ».',
  ],
  BAD_SCALAR_START: ['ce texte commence par un signe réservé.', 'Mettez-le entre "guillemets droits".'],
  BAD_ALIAS: ['un texte commence par une étoile sans guillemets.', 'Mettez-le entre "guillemets droits".'],
  BAD_DQ_ESCAPE: ['une barre oblique inverse n’a pas de sens ici.', 'Supprimez-la.'],
  UNEXPECTED_TOKEN: ['ce signe n’est pas attendu ici.', 'Regardez les guillemets et le retrait de la ligne.'],
}
const DASH_GLUED: Sentences = ['il manque une espace après le tiret.', 'Écrivez « - clé: valeur ».']
const GLUED: Sentences = ['il manque une espace après le deux-points.', 'Écrivez « clé: valeur ».']
const UNCLOSED: Sentences = ['il manque le guillemet droit qui ferme ce texte.', 'Fermez-le : title: "Le tapis".']
const INSIDE: Sentences = [
  'un guillemet droit dans un texte entre guillemets droits.',
  'Gardez le premier et le dernier ; dans le texte, écrivez « et ».',
]
const FRENCH_AROUND: Sentences = [
  'ces guillemets se liraient sur la page : pour un fichier, seuls les droits entourent un texte.',
  'Écrivez title: "Le tapis", et « » dans le texte seulement.',
]

/** A key and its value on one line: the indent with its dashes, the key, the value. */
const ENTRY = /^((?:[ \t]*- +)*[ \t]*[\w-]+:[ \t]+)(\S.*)$/
/** A text below a key may begin with a no-break space, a key may not. */
const WRONG_INDENT = /^ *(?:\t|[\u00A0\u202F][\u00A0\u202F ]*(?:- +)?[\w-]+:)/m
/** A list item without a space after its dash, so that the indent of the next line fits nothing. */
const DASHED = /^ *-(?=[a-z]\w*:(?: |$))/
/** Maximum number of errors reported for a file; more usually have one cause. */
const FAULTS_MAX = 6

/**
 * Returns a finding for each line that is not valid YAML, and the file with these lines masked, so that the rest of it
 * can be checked: one error does not hide the others. Lines stay the same, offsets do not.
 */
export function coverFaults(source: Source): { faults: Finding[]; readable: Source | undefined } {
  const faults: Finding[] = []
  let current = source
  // Once the line of a key is masked, what was below it belongs to the key before, and may have the same keys.
  const doubled = source.document.errors.flatMap(({ code, pos }) =>
    code === 'DUPLICATE_KEY' ? source.lineOf(pos[0]) : [],
  )
  for (let found = firstFault(current); found; found = firstFault(current)) {
    const { line } = found
    faults.push(found)
    if (faults.length >= FAULTS_MAX || faults.filter((each) => each.line === line).length > 2) break
    current = sourceOf(current.file, current.path, cover(current.text, line))
  }
  return {
    // A line that was masked twice is one error.
    faults: faults
      .filter(({ line }, index) => faults.findIndex((each) => each.line === line) === index)
      .filter(({ line, what }) => what !== MESSAGES.DUPLICATE_KEY?.[0] || doubled.includes(line)),
    readable: current.document.errors.length === 0 ? current : undefined,
  }
}

function firstFault(source: Source): Finding | undefined {
  const lines = source.text.split('\n')
  const errors = source.document.errors.map(({ code, pos }) => ({ code, at: pos[0] }))
  const indent = WRONG_INDENT.exec(source.text.slice(0, source.bodyAt))
  if (indent && errors.length > 0) errors.unshift({ code: 'TAB_AS_INDENT', at: indent.index })
  visit(source.document, {
    Alias(_, { range }) {
      errors.unshift({ code: 'BAD_ALIAS', at: range?.[0] ?? 0 })
    },
  })
  const [first] = errors
  if (!first) return undefined
  // The parser reports the blank lines before a line with another indent.
  let line = source.lineOf(first.at)
  while (lines[line - 1]?.trim() === '' && line < lines.length) line++
  const said = (number: number, [what, mend]: Sentences) =>
    findingOn({ file: source.file, line: number }, what, mend, true)[0]
  // The parser reports an unpaired quote only where the next quote is.
  if (first.code !== 'TAB_AS_INDENT')
    for (let number = 1; number <= Math.min(line, lines.length); number++) {
      const quotes = wrongQuotes(lines[number - 1] ?? '', lines[number] ?? '')
      if (quotes && !(quotes === FRENCH_AROUND && number < line)) return said(number, quotes)
    }
  const dashed = [line - 1, line].find((number) => DASHED.test(lines[number - 1] ?? ''))
  if (dashed) return said(dashed, DASH_GLUED)
  const glued = /^[ -]*[\w-]+:[^\s:/]/.test(lines[line - 1] ?? '')
  return said(line, (glued ? GLUED : MESSAGES[first.code]) ?? UNREADABLE)
}

/** Returns what is wrong with the quotes around the value of a line; the text may continue on the next line. */
function wrongQuotes(line: string, next: string): Sentences | undefined {
  const value = ENTRY.exec(line)?.[2]?.trimEnd() ?? ''
  if (/^[«“„”]/.test(value)) return FRENCH_AROUND
  if (!value.startsWith('"')) return undefined
  const quotes = [...value.matchAll(/(?<!\\)"/g)]
  if (quotes.length === 1)
    return next.trim() === '' || ENTRY.test(next) || /^\s*(?:[\w-]+:|- )/.test(next) ? UNCLOSED : undefined
  const rest = value.slice((quotes[1]?.index ?? 0) + 1)
  return quotes.length > 2 || !/^\s*(?:#.*)?$/.test(rest) ? INSIDE : undefined
}

/**
 * Mends a line indented with tabs or no-break spaces, and a dash without a space. In other lines, masks the value, or
 * the whole line if there is no value left to mask.
 */
function cover(text: string, number: number): string {
  const lines = text.split('\n')
  const line = lines[number - 1] ?? ''
  const [, key = '', value = ''] = ENTRY.exec(line) ?? []
  const filled = value !== '' && !/^\u25A1+$/.test(value)
  if (WRONG_INDENT.test(line)) lines[number - 1] = line.replaceAll('\t', '  ').replace(/[\u00A0\u202F]/g, ' ')
  else if (DASHED.test(line)) lines[number - 1] = line.replace('-', '- ')
  else lines[number - 1] = filled ? key + '\u25A1'.repeat(value.length) : ' '.repeat(line.length)
  return lines.join('\n')
}
