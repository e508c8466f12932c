import { readFileSync, writeFileSync } from 'node:fs'
import type { Finding, Fix } from './finding.ts'
import { readText } from './sources.ts'

/** A change that was made: the line before and after it. */
export interface Fixed {
  file: string
  line: number
  before: string
  after: string
}

/**
 * Mends every finding that has one answer, in the files themselves; line ends stay as they were.
 * @returns each line that changed
 */
export function fixTexts(findings: readonly Finding[]): Fixed[] {
  const files = Map.groupBy(findings, ({ file }) => file)
  return [...files].flatMap(([file, found]) => {
    const fixes = found.flatMap(({ fix }) => fix ?? []).sort((a, b) => b.start - a.start)
    return fixes.length === 0 ? [] : fixFile(file, fixes)
  })
}

function fixFile(file: string, fixes: readonly Fix[]): Fixed[] {
  const before = readText(file)
  let after = before
  let last = Number.POSITIVE_INFINITY
  for (const { start, end, text } of fixes) {
    if (end > last) continue
    after = after.slice(0, start) + text + after.slice(end)
    last = start
  }
  const windows = readFileSync(file, 'utf8').includes('\r\n')
  writeFileSync(file, windows ? after.replaceAll('\n', '\r\n') : after)
  // No fix adds or removes a line.
  const lines = after.split('\n')
  return before
    .split('\n')
    .flatMap((text, index) =>
      text === lines[index] ? [] : [{ file, line: index + 1, before: text, after: lines[index] ?? '' }],
    )
}
