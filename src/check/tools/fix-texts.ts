import { readFileSync, writeFileSync } from 'node:fs'
import { applyFixes, type Finding } from '../finding.ts'
import { readText } from '../reading/sources.ts'

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
    return found.some(({ fix }) => fix) ? fixFile(file, found) : []
  })
}

function fixFile(file: string, findings: readonly Finding[]): Fixed[] {
  const before = readText(file)
  const after = applyFixes(before, findings)
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
