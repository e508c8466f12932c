import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type Document, isMap, isNode, isScalar, parseDocument } from 'yaml'

/** A file of src/content, kept as text so that every finding has a line. */
export interface Source {
  /** Path in findings. */
  file: string
  /** Path below the content folder, with slashes. */
  path: string
  /** Folder below src/content; '' for a file at its top level. */
  folder: string
  /** File name without extension: the id of the entry. */
  id: string
  extension: string
  text: string
  /** YAML of the file, or of the front matter of a Markdown file. */
  document: Document
  /** Offset at which the Markdown begins; undefined for YAML. */
  bodyAt: number | undefined
  /** Line of an offset in the text, from 1. */
  lineOf(offset: number): number
}

/** The guide for copywriters, which is not a page. */
const GUIDE = 'README.md'

/** Files of which the program reads every value as a text, as it is written. */
const FACTS = ['company.yaml', 'facts.yaml']

/** Reads every file of a content folder except the guide. */
export function readSources(root: string): Source[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !isOfSystem(entry.name) && entry.name !== GUIDE)
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => sourceOf(file, relative(root, file).replaceAll(sep, '/'), readText(file)))
}

/** True for files that an operating system creates in folders. */
export function isOfSystem(name: string): boolean {
  return /^\.|^(?:Thumbs\.db|desktop\.ini)$/i.test(name)
}

/**
 * Creates a source from its text.
 * @param file path in findings
 * @param path below the content folder
 */
function sourceOf(file: string, path: string, text: string): Source {
  const [, folder = '', id = '', extension = ''] = /^(?:(.*)\/)?(.*?)(\.\w+)?$/.exec(path) ?? []
  const markdown = extension === '.md'
  const bodyAt = markdown ? endOfFrontMatter(text) : undefined
  const yaml = /\.ya?ml$/.test(extension) || markdown ? text.slice(0, bodyAt).replace(/^---(?=[ \t]*$)/gm, '   ') : ''
  return {
    file,
    path,
    folder,
    id,
    extension,
    text,
    document: parseDocument(yaml, {
      prettyErrors: false,
      logLevel: 'error',
      schema: FACTS.includes(path) ? 'failsafe' : 'core',
    }),
    bodyAt,
    lineOf: (offset) => text.slice(0, offset).split('\n').length,
  }
}

/** Reads a file without byte order mark and with LF line ends, whatever program saved it. */
function readText(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
}

/** Returns the offset after the second «---»; 0 if there is no front matter. */
function endOfFrontMatter(text: string): number {
  return /^---[ \t]*\n[\s\S]*?\n---[ \t]*(?:\n|$)/.exec(text)?.[0].length ?? 0
}

/** Returns the offset of the entry at a path, from its key on, or of its nearest existing ancestor. */
export function offsetAt({ document }: Source, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (!isNode(node)) continue
    const parent: unknown = document.getIn(path.slice(0, length - 1), true)
    const key = isMap(parent) ? parent.items.find(({ value }) => value === node)?.key : undefined
    return (isNode(key) ? key : node).range?.[0] ?? 0
  }
  return 0
}

/** Returns the names at the top level of a file, with their lines. */
export function namesIn(source: Source | undefined): { file: string; line: number; name: string }[] {
  if (!source || !isMap(source.document.contents)) return []
  return source.document.contents.items.map(({ key }) => ({
    file: source.file,
    line: source.lineOf(isScalar(key) ? (key.range?.[0] ?? 0) : 0),
    name: String(key),
  }))
}
