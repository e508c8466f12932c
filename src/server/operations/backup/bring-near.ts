import { closeSync, existsSync, mkdirSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { keyPath } from '../../people/email-hash.ts'
import { erasuresPath } from '../../people/erasures.ts'
import { assertFile } from './restore.ts'

/** What a crash left of a file that was in use. */
const logPath = (path: string) => `${path}-wal`

/** Bytes that are copied at once. */
const CHUNK = 1024 * 1024

/**
 * Lets root restore a copy that only root can read: this process opens it with its key and erasures, goes on as the account
 * that owns the place of the database, and lays them into a folder beside it. Root writes nothing there, where that account
 * could lay links to files of the machine. For everybody else the copy stays where it is. Throws DatabaseError where there
 * is no such file.
 * @param work gets where to read the copy, which is removed afterwards
 */
export function withCopyNear<T>(source: string, databasePath: string, work: (near: string) => T): T {
  assertFile(source)
  const home = dirname(resolve(databasePath))
  const { uid, gid } = statSync(home)
  if (process.getuid?.() !== 0 || uid === 0) return work(source)
  const folder = join(home, 'reprise')
  const isNear = source.startsWith(home + sep)
  const near = isNear ? source : join(folder, basename(source))
  const opened = [String, keyPath, erasuresPath, logPath]
    .filter((path) => !isNear && existsSync(path(source)))
    .map((path) => ({ file: openSync(path(source), 'r'), copy: path(near) }))
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
  try {
    if (!isNear) {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { mode: 0o700 })
      for (const { file, copy } of opened) copyOpened(file, copy)
    }
    return work(near)
  } finally {
    if (!isNear) rmSync(folder, { recursive: true, force: true })
  }
}

function copyOpened(file: number, copy: string): void {
  const written = openSync(copy, 'wx', 0o600)
  const chunk = Buffer.alloc(CHUNK)
  for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk))
    writeFileSync(written, chunk.subarray(0, read))
  closeSync(written)
  closeSync(file)
}
