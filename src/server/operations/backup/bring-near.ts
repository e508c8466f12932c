import { chownSync, cpSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { keyPath } from '../../people/email-hash.ts'
import { erasuresPath } from '../../people/erasures.ts'
import { assertFile } from './restore.ts'

/** What a crash left of a file that was in use. */
const logPath = (path: string) => `${path}-wal`

/**
 * Lets root restore a copy that only root can read: the copy is brought with its key and erasures into a folder beside the
 * database, and this process goes on as the account that owns that place. For everybody else the copy stays where it is.
 * Throws DatabaseError where there is no such file.
 * @param work gets where to read the copy, which is removed afterwards
 */
export function withCopyNear<T>(source: string, databasePath: string, work: (near: string) => T): T {
  assertFile(source)
  const home = dirname(resolve(databasePath))
  const { uid, gid } = statSync(home)
  if (process.getuid?.() !== 0 || uid === 0) return work(source)
  const folder = join(home, 'reprise')
  const near = source.startsWith(home + sep) ? source : join(folder, basename(source))
  try {
    if (near !== source) {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { mode: 0o700 })
      for (const path of [String, keyPath, erasuresPath, logPath])
        if (existsSync(path(source))) {
          cpSync(path(source), path(near))
          chownSync(path(near), uid, gid)
        }
      chownSync(folder, uid, gid)
    }
    process.setgroups?.([gid])
    process.setgid?.(gid)
    process.setuid?.(uid)
    return work(near)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
