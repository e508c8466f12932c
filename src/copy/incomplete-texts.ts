import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { forms } from '../forms/index.ts'
import { NEEDED_FILES, needsOf } from '../model/needs.ts'
import { PLACEHOLDER } from './placeholders.ts'
import { MISSING_WORD } from './words/plain-words.ts'
import { interfaceWords } from './words/words.ts'

/** Texts of responses and e-mails; those of pages are in the build. */
const SAID_BY_THE_SERVER = /^(?:emails|forms)\/|^interface\.yaml$/

/**
 * Returns one French sentence for each e-mail, form or interface text without which an answer of the server would be
 * incomplete. The build refuses such texts too; they may have been removed since.
 * @param root folder of the texts
 */
export function incompleteTexts(root: string): string[] {
  const files = NEEDED_FILES.filter((path) => SAID_BY_THE_SERVER.test(path))
  const words = [...JSON.stringify([forms, interfaceWords]).matchAll(MISSING_WORD)]
  const sentences = [
    ...files.flatMap((path) => lacking(root, path)),
    ...words.map(([, file = '', path]) => `${join(root, file)} : « ${path} » manque.`),
  ]
  return [...new Set(sentences)].sort()
}

function lacking(root: string, path: string): string[] {
  const file = join(root, path)
  if (!existsSync(file)) return [`${file} : ce fichier manque.`]
  const document = parseDocument(readFileSync(file, 'utf8'))
  if (document.errors.length > 0) return [`${file} : ce fichier ne se lit pas.`]
  const texts: Record<string, unknown> = document.toJS() ?? {}
  const { keys, names } = needsOf(path)
  const called = [...Object.values(texts).join('\n').matchAll(PLACEHOLDER)].map(([, name]) => name)
  return [
    ...keys.filter((key) => !texts[key]).map((key) => `${file} : « ${key} » manque ou est vide.`),
    ...names.filter((name) => !called.includes(name)).map((name) => `${file} : « {{ ${name} }} » manque.`),
  ]
}
