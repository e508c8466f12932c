import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { applyFixes, type Finding } from '../finding.ts'
import { readText } from '../reading/sources.ts'

/**
 * Fixes all findings with only one solution in their files, then renames files. Keeps line ends, and never
 * overwrites another file.
 * @returns each changed line and file name, before and after
 */
export function fixTexts(findings: readonly Finding[]) {
  const files = Map.groupBy(findings, ({ file }) => file)
  return [...files].flatMap(([file, found]) => [
    ...(found.some(({ fixes }) => fixes.length > 0) ? fixFile(file, found) : []),
    ...renameFile(file, found),
  ])
}

function renameFile(file: string, findings: readonly Finding[]) {
  const name = findings.findLast(({ rename }) => rename)?.rename
  // On a case-insensitive disk, the file already exists under its new name.
  if (!name || (existsSync(name) && statSync(name).ino !== statSync(file).ino)) return []
  renameSync(file, name)
  return [{ file, line: 1, before: basename(file), after: basename(name) }]
}

function fixFile(file: string, findings: readonly Finding[]) {
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
