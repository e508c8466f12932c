import { existsSync, readFileSync } from 'node:fs'
import { isMap, isScalar, parseDocument } from 'yaml'

/**
 * Reads the facts of a file.
 * @param file name used in the error
 * @throws if the file is missing or is not valid YAML
 */
export function readFacts(path: string | URL, file = String(path)): Record<string, string> {
  if (!existsSync(path)) throw new Error(`${file} manque.`)
  return parseFacts(readFileSync(path, 'utf8'), file)
}

/**
 * Parses a flat YAML list of names and texts. Values stay as written: 01 23 keeps its zero, +33 its plus. Leaves out
 * what is not a text; the content check names it.
 * @throws if the text is not valid YAML
 */
export function parseFacts(yaml: string, file: string): Record<string, string> {
  const { contents, errors } = parseDocument(yaml, { schema: 'failsafe' })
  if (errors[0]) throw new Error(`${file} ne se lit pas : ${errors[0].message}`)
  const entries = isMap(contents) ? contents.items : []
  return Object.fromEntries(
    entries.flatMap(({ key, value }) =>
      isScalar<string>(value) ? [[String(key), /^(~|null)?$/i.test(value.value) ? '' : value.value.trim()]] : [],
    ),
  )
}
