import { chownSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { copyDatabase } from '../../database/copy-database.ts'
import { freeMegabytes } from '../state/machine-state.ts'
import type { Host } from './host.ts'
import { ReleaseError, runHera } from './release.ts'

/** The copy, the restored copy, and the copy made by its migration. */
const COPIES = 3
const BYTES_PER_MB = 1e6

/**
 * Has the program of a release restore and migrate a copy of the database while the current release still runs.
 * Throws ReleaseError with the reason if it fails; the copy is removed in any case.
 */
export function rehearse(release: string, { databasePath, account }: Host): void {
  if (!existsSync(databasePath)) return
  const needed = Math.ceil((statSync(databasePath).size * COPIES) / BYTES_PER_MB)
  if (freeMegabytes(databasePath) < needed)
    throw new ReleaseError(
      `Il faut ${needed} Mo libres à côté de la base, pour essayer la nouvelle version sur une copie.`,
    )
  const folder = `${databasePath}.essai`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  try {
    const copy = join(folder, 'copie.sqlite')
    copyDatabase(databasePath, copy)
    for (const path of [folder, copy]) chownSync(path, account.uid, account.gid)
    const fault = runHera(release, ['restore', copy], { DATABASE_PATH: join(folder, 'hera.sqlite') }, account)
    if (fault !== undefined)
      throw new ReleaseError(
        `La nouvelle version ne sait pas reprendre la base, essayée sur une copie : rien n’est changé. ${fault}`,
      )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
