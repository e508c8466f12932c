import type { Source } from './reading/sources.ts'

/** A mistake in a text: its place and, in French, what is wrong and the remedy. */
export interface Finding {
  file: string
  line: number
  what: string
  mend: string
  /** True if it breaks a page, a promise or the law; false for a warning. */
  breaks: boolean
}

/** What is wrong, and the remedy. */
export type Sentences = readonly [what: string, mend: string]

/** Returns a finding at an offset of a file, as a list, because checks without a finding return an empty one. */
export function findingAt(source: Source, offset: number, what: string, mend: string, breaks = true): Finding[] {
  return findingOn({ file: source.file, line: source.lineOf(offset) }, what, mend, breaks)
}

/** Returns a finding on a line of a file, by default the first one, as a list. */
export function findingOn(at: { file: string; line?: number }, what: string, mend: string, breaks = true): Finding[] {
  return [{ file: at.file, line: at.line ?? 1, what, mend, breaks }]
}

/** Formats a finding as one line: file:line, then the two sentences. */
export function sentence({ file, line, what, mend }: Finding): string {
  return `${file}:${line} : ${what} ${mend}`
}

/** Sorts findings by file and line, each sentence once. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const once = new Map(findings.map((finding) => [sentence(finding), finding]))
  return [...once.values()].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
}
