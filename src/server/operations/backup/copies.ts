import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '../../clock.ts'
import { keyPath } from '../../people/email-hash.ts'
import { erasuresPath } from '../../people/erasures.ts'

/** The names that `copyName` gives; nothing else is ever removed. */
const COPY = /^hera-(\d{4}-\d{2}-\d{2})-\d{6}\.sqlite$/
/** What a process that was killed may leave of a copy: the unfinished file with those of SQLite, and its key and log. */
const LEFT_BEHIND = /^(hera-\d{4}-\d{2}-\d{2}-\d{6}\.sqlite)\.(?:part(?:-wal|-shm|-journal)?|(key|erasures))$/
/** A copy that is being made changes every few seconds; what has not changed for so long, nobody writes any more. */
const UNTOUCHED_MS = 6 * 3_600_000

/** The name of a copy made now, such as hera-2026-11-21-031700.sqlite (UTC). */
export function copyName(now: Date): string {
  const [day = '', time = ''] = now.toISOString().split('T')
  return `hera-${day}-${time.slice(0, 8).replaceAll(':', '')}.sqlite`
}

/**
 * Removes what killed processes left of copies in a folder: it holds personal data, and no later copy takes its place.
 * What changed in the last six hours stays, because a live process may be writing it.
 * @returns how many files were removed
 */
export function removeUnfinishedCopies(folder: string, now: Date): number {
  const left = readdirSync(folder).filter((name) => {
    const [, copy = '', companion] = LEFT_BEHIND.exec(name) ?? []
    // A key alone may belong to a copy that was compressed or moved: it goes only with the unfinished file.
    if (copy === '' || (companion && (existsSync(join(folder, copy)) || !existsSync(join(folder, `${copy}.part`)))))
      return false
    const { mtimeMs = now.getTime() } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? {}
    return now.getTime() - mtimeMs > UNTOUCHED_MS
  })
  for (const name of left) rmSync(join(folder, name), { force: true })
  return left.length
}

/**
 * Removes the oldest copies of a folder, with the files beside them, until so many remain. Only their number counts, not
 * their age: when backups fail for weeks, or the clock is wrong, the newest copies stay. A copy whose name lies in the
 * future was made while the clock was ahead, and counts as older than the others.
 * @param made name of the copy that was just made; it stays
 * @returns the names that were removed
 */
export function removeOldCopies(folder: string, keep: number, made: string, now: Date): string[] {
  const tomorrow = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10)
  const isAhead = (name: string) => (COPY.exec(name)?.[1] ?? '') > tomorrow
  const others = readdirSync(folder)
    .filter((name) => COPY.test(name) && name !== made)
    .sort((a, b) => Number(isAhead(b)) - Number(isAhead(a)) || (a < b ? -1 : 1))
  const removed = others.slice(0, Math.max(0, others.length + 1 - keep))
  for (const name of removed) {
    const path = join(folder, name)
    for (const file of [path, keyPath(path), erasuresPath(path)]) rmSync(file, { force: true })
  }
  return removed
}
