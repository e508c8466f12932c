import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DAY_MS, HOUR_MS } from '../../clock.ts'
import { erasuresPath } from '../../people/erasures.ts'
import { keyPath } from '../../people/keyed-hash.ts'

/** How long copies are kept, in days, as /privacy promises (facts.yaml, conservation_sauvegardes). */
export const COPY_DAYS = 14

/** Names made by `copyName`, with the files beside them and those of an unfinished copy. */
const COPY = /^hera-\d{4}-\d{2}-\d{2}-\d{6}\.sqlite(\.key|\.erasures|\.part(-wal|-shm|-journal)?)?$/
/** A copy in progress changes every few seconds, so an unfinished one older than this was interrupted. */
const UNTOUCHED_MS = 6 * HOUR_MS

/** Returns the folder of the copies beside a database, and creates it. */
export function copiesFolder(databasePath: string): string {
  const folder = join(dirname(databasePath), 'sauvegardes')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Returns the file name of a copy made now, such as hera-2026-11-21-031700.sqlite (UTC). */
export function copyName(now: Date): string {
  const [day = '', time = ''] = now.toISOString().split('T')
  return `hera-${day}-${time.slice(0, 8).replaceAll(':', '')}.sqlite`
}

/**
 * Removes copies older than fourteen days: those of the folder, and beside the database those made before a migration
 * or a restore, because they may hold people who were erased since. Also removes what an interrupted copy left.
 * The copy that was just made stays, so that one remains whatever the clock says.
 * @param made path of that copy
 * @returns the number of copies removed
 */
export function removeOldCopies(databasePath: string, made: string, now: Date): number {
  const folder = copiesFolder(databasePath)
  const name = basename(databasePath)
  const isBeside = (file: string) => file.startsWith(`${name}.avant-`) || /^\.v\d+$/.test(file.slice(name.length))
  const candidates = [
    ...readdirSync(folder)
      .filter((file) => COPY.test(file))
      .map((file) => join(folder, file)),
    ...readdirSync(dirname(databasePath))
      .filter((file) => file.startsWith(name) && isBeside(file))
      .map((file) => join(dirname(databasePath), file)),
  ]
  const kept = new Set([made, keyPath(made), erasuresPath(made)])
  const old = candidates.filter((path) => {
    const limit = path.includes('.sqlite.part') ? UNTOUCHED_MS : COPY_DAYS * DAY_MS
    return !kept.has(path) && now.getTime() - changedAt(path) > limit
  })
  for (const path of old) rmSync(path, { force: true })
  return old.filter((path) => !/\.(key|erasures|part.*)$|-(wal|shm)$/.test(path)).length
}

/** Removes an unfinished copy of a database, with the files beside it. @param part path that all their names begin with */
export function removeStartingWith(part: string): void {
  for (const name of readdirSync(dirname(part)))
    if (name.startsWith(basename(part))) rmSync(join(dirname(part), name), { recursive: true, force: true })
}

/** When a file was written or renamed last: a former database keeps the time of its last write. */
function changedAt(path: string): number {
  if (!existsSync(path)) return Number.POSITIVE_INFINITY
  const { mtimeMs, ctimeMs } = statSync(path)
  return Math.max(mtimeMs, ctimeMs)
}
