import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parseDocument } from 'yaml'
import { toFill } from '../facts/identity.ts'
import { CONTENT, readCompany, readValues } from '../facts/read-values.ts'
import { typographic } from '../markdown/typography.ts'
import { PLACEHOLDER } from '../placeholders.ts'
import { INTERFACE, type InterfaceWords } from './interface-words.ts'
import { missingWord, type Words, wordAt } from './plain-words.ts'

const FORMS = new URL('forms/', CONTENT)
const INTERFACE_FILE = new URL('interface.yaml', CONTENT)

/**
 * Reads the texts of the forms, by file name, and of the interface, with facts filled in and French typography
 * applied; the identity of the company, the value of every placeholder, and the e-mail address of the company alone,
 * for browsers. Never throws, because the content check itself loads the forms: an unreadable text counts as missing.
 */
export function readWords(): {
  formWords: Readonly<Record<string, Words>>
  interfaceWords: InterfaceWords
  company: Readonly<Record<string, string>>
  values: Readonly<Record<string, string>>
  contactEmail: string
} {
  const { company, values } = factsOrNone()
  const read = (file: URL) => typeset(existsSync(file) ? parse(readFileSync(file, 'utf8')) : {}, values)
  const names = existsSync(FORMS) ? readdirSync(FORMS).filter((name) => name.endsWith('.yaml')) : []
  return {
    formWords: Object.fromEntries(names.map((name) => [name.replace('.yaml', ''), read(new URL(name, FORMS))])),
    interfaceWords: withMissingNotes(read(INTERFACE_FILE)),
    company,
    values,
    contactEmail: company.email ?? '',
  }
}

function factsOrNone(): { company: Record<string, string>; values: Record<string, string> } {
  try {
    return { company: readCompany(), values: readValues() }
  } catch {
    return { company: {}, values: {} }
  }
}

function parse(yaml: string): unknown {
  const document = parseDocument(yaml)
  return document.errors.length > 0 ? {} : document.toJS()
}

/** Fills and typesets every text; omits values that are neither texts nor groups. */
function typeset(value: unknown, values: Readonly<Record<string, string>>): Words {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === 'string' ? typographic(fill(each.trim(), values)) : typeset(each, values),
    ]),
  )
}

/** Fills in the facts; placeholders that the program fills later stay unchanged. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    const value = values[name]
    return value === '' ? `[${toFill(name)}]` : (value ?? whole)
  })
}

/** Returns every text of the interface; a missing one is replaced by a note where to write it. */
function withMissingNotes(words: Words): InterfaceWords {
  return Object.fromEntries(
    Object.entries(INTERFACE).map(([group, names]) => [
      group,
      Object.fromEntries(
        Object.keys(names).map((name) => [
          name,
          wordAt(words, [group, name]) ?? missingWord('interface.yaml', [group, name]),
        ]),
      ),
    ]),
  ) as InterfaceWords
}
