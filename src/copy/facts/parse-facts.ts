import { existsSync, readFileSync } from 'node:fs'
import { isMap, isScalar, LineCounter, parseDocument, type Scalar } from 'yaml'

/** Finding for a missing file, and for a line that is not valid YAML: mistake and remedy. */
export const ABSENT = ['ce fichier manque.', 'Remettez-le, sous ce nom et dans ce dossier.'] as const
export const UNREADABLE = ['cette ligne ne se lit pas.', 'Regardez guillemets, deux-points et retrait.'] as const

/** Thrown if a file of facts cannot be read, with the line, the mistake and the remedy. */
export class FactsError extends Error {
  line: number
  what: string
  mend: string

  constructor(file: string, line: number, [what, mend]: readonly [what: string, mend: string]) {
    super(`${file}:${line} : ${what} ${mend}`)
    this.line = line
    this.what = what
    this.mend = mend
  }
}

/**
 * Reads the facts of a file.
 * @param file name used in the error
 * @throws FactsError if the file is missing or is not a flat list of names and texts
 */
export function readFacts(path: string | URL, file = String(path)): Record<string, string> {
  if (!existsSync(path)) throw new FactsError(file, 1, ABSENT)
  return parseFacts(readFileSync(path, 'utf8'), file)
}

/**
 * Parses a flat YAML list of names and texts. Values stay as written: 01 23 keeps its zero, +33 its plus.
 * @throws FactsError if the text is not such a list
 */
export function parseFacts(yaml: string, file: string): Record<string, string> {
  const lineCounter = new LineCounter()
  const { contents, errors } = parseDocument(yaml, { schema: 'failsafe', prettyErrors: false, lineCounter })
  const wrong = (offset: number, message: readonly [string, string]) =>
    new FactsError(file, lineCounter.linePos(offset).line || 1, message)
  if (errors[0]) throw wrong(errors[0].pos[0], UNREADABLE)
  if (!isMap<Scalar>(contents))
    throw wrong(0, ['ce fichier n’est pas une liste de valeurs.', 'Écrivez « nom: valeur », une par ligne.'])
  return Object.fromEntries(
    contents.items.map(({ key, value }) => {
      if (!isScalar<string>(value))
        throw wrong(key.range?.[0] ?? 0, [
          `« ${key} » n’est pas un texte.`,
          'Écrivez sa valeur sur la même ligne, entre "guillemets droits".',
        ])
      return [String(key), /^(~|null)?$/i.test(value.value) ? '' : value.value.trim()]
    }),
  )
}
