import { chownSync, cpSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { keyPath } from '../../people/email-hash.ts'
import { erasuresPath } from '../../people/erasures.ts'

/** What a crash left of a file that was in use. */
const logPath = (path: string) => `${path}-wal`

/**
 * Lets root restore a copy that only root can read: the copy is brought with its key and erasures into a folder beside the
 * database, and this process goes on as the account that owns that place. For everybody else the copy stays where it is.
 * @returns where to read the copy, and what removes it again
 */
export function bringNear(source: string, databasePath: string): { near: string; remove: () => void } {
  const home = dirname(resolve(databasePath))
  const { uid, gid } = statSync(home)
  if (process.getuid?.() !== 0 || uid === 0) return { near: source, remove: () => undefined }
  const folder = join(home, 'reprise')
  const near = source.startsWith(home + sep) ? source : join(folder, basename(source))
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
  return { near, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
