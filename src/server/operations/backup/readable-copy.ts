import { closeSync, existsSync, mkdirSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { DatabaseError } from '../../database/database-error.ts'
import { erasuresPath } from '../../people/erasures.ts'
import { keyPath } from '../../people/keyed-hash.ts'
import { assertFile } from './restore.ts'

/** Path of the write-ahead log that a crash may leave beside a database. */
const logPath = (path: string) => `${path}-wal`

const CHUNK = 1024 * 1024

/**
 * Lets root restore a copy that only root can read: opens the copy, its key and its erasures, drops privileges
 * to the owner of the database folder, and copies them into a subfolder of it. Root must not write there,
 * because that account could place symbolic links to other files of the machine. Without root, the copy is read
 * in place. Throws DatabaseError if the file does not exist or is the database itself, whose queued e-mails a
 * restore would stop.
 * @param work called with the path to read the copy from; a copy made for it is removed afterwards
 */
export async function withReadableCopy<T>(
  source: string,
  databasePath: string,
  work: (readable: string) => Promise<T>,
): Promise<T> {
  assertFile(source)
  const [given, current] = [statSync(source), statSync(databasePath, { throwIfNoEntry: false })]
  // By their numbers, so that a link to the database counts too.
  if (given.ino === current?.ino && given.dev === current.dev)
    throw new DatabaseError(`${source} est la base elle-même, pas une sauvegarde : rien n’est changé.`)
  const home = dirname(resolve(databasePath))
  const { uid, gid } = statSync(home)
  if (process.getuid?.() !== 0 || uid === 0) return work(source)
  const folder = join(home, 'reprise')
  const isReadable = source.startsWith(home + sep)
  const readable = isReadable ? source : join(folder, basename(source))
  const opened = [String, keyPath, erasuresPath, logPath]
    .filter((path) => !isReadable && existsSync(path(source)))
    .map((path) => ({ file: openSync(path(source), 'r'), copy: path(readable) }))
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
  try {
    if (!isReadable) {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { mode: 0o700 })
      for (const { file, copy } of opened) copyOpened(file, copy)
    }
    return await work(readable)
  } catch (error) {
    // The copy is removed before the message is read.
    throw error instanceof DatabaseError ? new DatabaseError(error.message.replaceAll(readable, source)) : error
  } finally {
    if (!isReadable) rmSync(folder, { recursive: true, force: true })
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
