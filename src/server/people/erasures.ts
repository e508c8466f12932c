import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** Path of a database's log of erasures: a file of its own, so that restoring an older database does not undo it. */
export function erasuresPath(databasePath: string): string {
  return `${databasePath}.erasures`
}

/** Adds lines, `<UTC ISO 8601> <keyed hash>` each, made with this database's key. They are on the disk when this returns. */
export function appendErasures(databasePath: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  appendFileSync(erasuresPath(databasePath), `${lines.join('\n')}\n`, { mode: 0o600, flush: true })
}

/** The lines of a database's log of erasures; a line that a crash left incomplete is skipped. */
export function readErasures(databasePath: string): string[] {
  const path = erasuresPath(databasePath)
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /^\d{4}-\d\d-\d\dT[\d:.]+Z [\w-]{43}$/.test(line))
}
