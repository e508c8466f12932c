import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type Document, parseDocument } from 'yaml'

/** A file of src/content, read as text so that every finding has its line. */
export interface Source {
  /** As findings name it. */
  file: string
  /** Its path below the content folder, with slashes. */
  path: string
  /** The folder below src/content; '' for a file at its top. */
  folder: string
  /** The file's name without its ending: the id of the entry. */
  id: string
  extension: string
  text: string
  /** The YAML of the file, or of the front matter of a Markdown file. */
  document: Document
  /** Where the Markdown begins; undefined for YAML. */
  bodyAt: number | undefined
  /** Line of an offset in the text, from 1. */
  lineOf(offset: number): number
}

/** The guides for copywriters are no pages, and their examples contain mistakes on purpose. */
export const GUIDES = ['LISEZMOI.md', 'LETTRE.md']

/** What was read last of each file: the preview checks all texts after every save, and most have not changed. */
const lastRead = new Map<string, Source>()

/**
 * Every file of a content folder, except the guides; a file whose text is as it was is not parsed again.
 * @param wanted takes only files whose path below the folder matches
 */
export function readSources(root: string, wanted = /(?:)/): Source[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !isOfSystem(entry.name) && !GUIDES.includes(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ file, path: relative(root, file).replaceAll(sep, '/') }))
    .filter(({ path }) => wanted.test(path))
    .map(({ file, path }) => {
      const text = readText(file)
      const last = lastRead.get(file)
      const source = last?.text === text && last.path === path ? last : sourceOf(file, path, text)
      lastRead.set(file, source)
      return source
    })
}

/** What a system leaves in a folder that was looked at. */
export function isOfSystem(name: string): boolean {
  return /^\.|^(?:Thumbs\.db|desktop\.ini)$/i.test(name)
}

/**
 * A source from its text.
 * @param file as findings name it
 * @param path below the content folder
 */
export function sourceOf(file: string, path: string, text: string): Source {
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
    document: parseDocument(yaml, { prettyErrors: false }),
    bodyAt,
    lineOf: (offset) => lineIn(text, offset),
  }
}

function lineIn(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

/** The text of a file without a byte order mark and with LF at the end of lines, whatever program saved it. */
export function readText(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
}

/** Offset after the second «---», 0 where there is no front matter. */
function endOfFrontMatter(text: string): number {
  return /^---[ \t]*\n[\s\S]*?\n---[ \t]*(?:\n|$)/.exec(text)?.[0].length ?? 0
}
