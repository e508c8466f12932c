import { nearest } from '../copy/placeholders.ts'
import type { Source } from './reading/sources.ts'

/** A mistake in a text: its place and, in French, what is wrong and the remedy. */
export interface Finding {
  file: string
  line: number
  what: string
  mend: string
  /** True if the page cannot be built, or not as written, until this is fixed. */
  breaks: boolean
  /** Changes that fix the mistake; none if there is more than one solution. */
  fixes: readonly Fix[]
  /** New path of the file, if renaming fixes the mistake. */
  rename?: string
}

/** What is wrong, and the remedy. */
export type Sentences = readonly [what: string, mend: string]

/** Returns a finding at an offset of a file, as a list, because checks without a finding return an empty one. */
export function findingAt(source: Source, offset: number, what: string, mend: string, breaks = false): Finding[] {
  return findingOn({ file: source.file, line: source.lineOf(offset) }, what, mend, breaks)
}

/** Returns a finding on a line of a file, by default the first one, as a list. */
export function findingOn(
  { file, line = 1 }: { file: string; line?: number },
  what: string,
  mend: string,
  breaks = false,
): Finding[] {
  return [{ file, line, what, mend, breaks, fixes: [] }]
}

/** Returns the remedy for an unknown name: the nearest known one. */
export function nearestName(name: string, names: readonly string[]): string {
  return `Le nom le plus proche est « ${nearest(name, names)} ».`
}

/** Replaces a part of a file. Offsets are those of its text with LF line ends and without a byte order mark. */
export interface Fix {
  start: number
  end: number
  text: string
}

/** Applies all fixes of the findings to a text; if two overlap, only the later one. */
export function applyFixes(text: string, findings: readonly Finding[]): string {
  const fixes = findings.flatMap(({ fixes }) => fixes).sort((a, b) => b.start - a.start)
  let [mended, last] = [text, Number.POSITIVE_INFINITY]
  for (const fix of fixes) {
    if (fix.end > last) continue
    mended = mended.slice(0, fix.start) + fix.text + mended.slice(fix.end)
    last = fix.start
  }
  return mended
}

/** Formats a finding as one line: file:line, then the two sentences. */
export function sentence({ file, line, what, mend }: Finding): string {
  return `${file}:${line} : ${what} ${mend}`
}

/** Sorts findings by file and line; those with the same sentence become one with all their fixes. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const merged = [...Map.groupBy(findings, sentence).values()].flatMap((same) =>
    same.slice(-1).map((finding) => ({ ...finding, fixes: same.flatMap(({ fixes }) => fixes) })),
  )
  return merged.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
}
