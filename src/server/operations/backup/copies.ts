import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS } from '../../clock.ts'
import { erasuresPath } from '../../people/erasures.ts'
import { keyPath } from '../../people/keyed-hash.ts'

/** Names made by `copyName`; other files are never removed. */
const COPY = /^hera-(\d{4}-\d{2}-\d{2})-\d{6}\.sqlite$/
/** Files left by a killed backup: the unfinished copy, SQLite's files beside it, its key and its log of erasures. */
const UNFINISHED = /^(hera-\d{4}-\d{2}-\d{2}-\d{6}\.sqlite)\.(?:part(?:-wal|-shm|-journal)?|(key|erasures))$/
/** A copy in progress changes every few seconds, so a file older than this is no longer being written. */
const UNTOUCHED_MS = 6 * HOUR_MS

/** Returns the file name of a copy made now, such as hera-2026-11-21-031700.sqlite (UTC). */
export function copyName(now: Date): string {
  const [day = '', time = ''] = now.toISOString().split('T')
  return `hera-${day}-${time.slice(0, 8).replaceAll(':', '')}.sqlite`
}

/**
 * Removes files left by killed backups from a folder, because they contain personal data and no later copy
 * replaces them. Files changed in the last six hours stay, because a running process may be writing them.
 * @returns the number of files removed
 */
export function removeUnfinishedCopies(folder: string, now: Date): number {
  const left = readdirSync(folder).filter((name) => {
    const [, copy = '', companion] = UNFINISHED.exec(name) ?? []
    // A key alone may belong to a copy that was compressed or moved, so it is only removed with the unfinished file.
    if (copy === '' || (companion && (existsSync(join(folder, copy)) || !existsSync(join(folder, `${copy}.part`)))))
      return false
    const { mtimeMs = now.getTime() } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? {}
    return now.getTime() - mtimeMs > UNTOUCHED_MS
  })
  for (const name of left) rmSync(join(folder, name), { force: true })
  return left.length
}

/**
 * Removes the oldest copies of a folder, with the files beside them, until `keep` remain. Only their number
 * counts, not their age, so that the newest copies stay if backups fail for weeks or the clock is wrong. Copies
 * dated in the future were made while the clock was ahead, and are removed first.
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
