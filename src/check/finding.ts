import { nearest } from '../copy/placeholders.ts'
import type { Source } from './reading/sources.ts'

/** A mistake in a text: where it is, what it is and how to mend it, in French. */
export interface Finding {
  file: string
  line: number
  what: string
  mend: string
  /** True where the page cannot be made, or not as it is written, until this is mended. */
  breaks: boolean
  /** The change that mends it, where there is only one answer. */
  fix?: Fix
  /** The path that the file should have, where a new name mends it. */
  rename?: string
}

/** What is wrong, and how to mend it. */
export type Sentences = readonly [what: string, mend: string]

/** What is wrong at an offset of a file, as a list of one: a check that finds nothing gives an empty one. */
export function findingAt(source: Source, offset: number, what: string, mend: string, breaks = false): Finding[] {
  return findingOn({ file: source.file, line: source.lineOf(offset) }, what, mend, breaks)
}

/** What is wrong on a line of a file, as a list of one; on the first line, where none is given. */
export function findingOn(
  { file, line = 1 }: { file: string; line?: number },
  what: string,
  mend: string,
  breaks = false,
): Finding[] {
  return [{ file, line, what, mend, breaks }]
}

/** How to mend a name that is not known: by the one that was meant. */
export function nearestName(name: string, names: readonly string[]): string {
  return `Le nom le plus proche est « ${nearest(name, names)} ».`
}

/** Replaces a part of a file; offsets are those of its text with LF as line ends and without a byte order mark. */
export interface Fix {
  start: number
  end: number
  text: string
}

/** A text with every change made that its findings bring; of two that overlap, the later one. */
export function applyFixes(text: string, findings: readonly Finding[]): string {
  const fixes = findings.flatMap(({ fix }) => fix ?? []).sort((a, b) => b.start - a.start)
  let [mended, last] = [text, Number.POSITIVE_INFINITY]
  for (const fix of fixes) {
    if (fix.end > last) continue
    mended = mended.slice(0, fix.start) + fix.text + mended.slice(fix.end)
    last = fix.start
  }
  return mended
}

/** One line for people: file:line, then the two sentences. */
export function sentence({ file, line, what, mend }: Finding): string {
  return `${file}:${line} : ${what} ${mend}`
}

/** Findings in the order in which a reader goes through the files, each once. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const seen = new Map(findings.map((finding) => [sentence(finding), finding]))
  return [...seen.values()].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
}
