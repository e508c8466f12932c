import { chownSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseVersion, hasChanged } from '../../database/compare.ts'
import { copyDatabase } from '../../database/copy-database.ts'
import { lockAlone } from '../../database/serving-lock.ts'
import { ExpectedError } from '../../expected-error.ts'
import { BYTES_PER_MB, freeMegabytes } from '../state/machine-state.ts'
import type { Host } from './host.ts'
import { linked, pointTo, type Release, releaseFolder, removeOldReleases, runHera, schemaVersion } from './release.ts'
import { assertBuiltFor, unpack } from './unpack.ts'

/**
 * Installs a release and starts it, after a trial migration of a copy of the database. If it does not respond,
 * rolls back, unless rows stored since would be lost. Throws ExpectedError, whose message names the release that
 * is then online.
 */
export function upgrade(base: string, archive: string, host: Host): Promise<Release> {
  return withLock(base, () => install(base, archive, host))
}

/** Runs `work` under the lock of the installation. Throws ExpectedError if another process holds the lock. */
async function withLock<T>(base: string, work: () => Promise<T>): Promise<T> {
  const release = lockAlone(join(base, 'upgrade'))
  if (!release) throw new ExpectedError('Une autre mise à jour est en cours : attendez qu’elle soit finie.')
  try {
    return await work()
  } finally {
    release()
  }
}

async function install(base: string, archive: string, host: Host): Promise<Release> {
  const release = unpack(base, archive, host)
  try {
    rehearse(releaseFolder(base, release.name), host)
  } catch (error) {
    rmSync(releaseFolder(base, release.name), { recursive: true })
    throw error
  }
  const former = linked(base, 'current')
  const earlier = linked(base, 'previous')
  if (former) pointTo(base, 'previous', former)
  pointTo(base, 'current', release.name)
  await host.restart()
  if (await host.answers()) {
    removeOldReleases(base)
    return release
  }
  const outcome = await goBack(base, host)
  // The rollback has removed the link `previous`.
  if (earlier && linked(base, 'current') === former) pointTo(base, 'previous', earlier)
  throw new ExpectedError(`${release.name} ne répond pas. ${outcome} Pourquoi : journalctl -u hera -n 50`)
}

/** Rolls back automatically. Returns a sentence that names the release online. */
async function goBack(base: string, host: Host): Promise<string> {
  try {
    const { name } = await servePrevious(base, host, async ({ changed }) => !changed)
    return `${name} est de nouveau en service.`
  } catch (error) {
    if (error instanceof ExpectedError) return error.message
    throw error
  }
}

/** Effect of a rollback on the database. */
export interface RollbackLoss {
  /** Copy made by the upgrade, which would replace the database. */
  copy: string
  /** True if rows were added or changed since. */
  changed: boolean
}

/**
 * Starts the previous release. It cannot read a database migrated by a newer release, so the copy made by the
 * upgrade then replaces the database, which is kept under another name. Throws ExpectedError if there is nothing
 * to roll back to.
 * @param agree called before the database is replaced; if it resolves to false, nothing changes
 * @returns the name of the release online, and the copy that has become its database
 */
export function rollback(base: string, host: Host, agree: (loss: RollbackLoss) => Promise<boolean>) {
  return withLock(base, () => servePrevious(base, host, agree))
}

async function servePrevious(base: string, host: Host, agree: (loss: RollbackLoss) => Promise<boolean>) {
  const name = linked(base, 'previous')
  if (!name || !existsSync(releaseFolder(base, name)))
    throw new ExpectedError(
      'Aucune version précédente n’est gardée : installez celle que vous voulez par « hera upgrade ».',
    )
  assertBuiltFor(host.siteUrl, releaseFolder(base, name), 'hera rollback')
  const copy = copyToRestore(host.databasePath, releaseFolder(base, name))
  const changed = copy !== undefined && hasChanged(host.databasePath, copy)
  if (copy && !(await agree({ copy, changed })))
    throw new ExpectedError(
      `La version précédente reste de côté : elle ne sait lire que ${copy}, la copie d’avant la mise à jour${changed ? ', où manque ce qui est arrivé depuis' : ''}. Pour revenir malgré cela : hera rollback`,
    )
  if (copy) {
    await host.stop()
    await restoreWith(releaseFolder(base, name), copy, host)
  }
  pointTo(base, 'current', name)
  rmSync(join(base, 'previous'))
  await host.restart()
  if (await host.answers()) return { name, copy }
  throw new ExpectedError(`${name} est remise en place, mais ne répond pas. Pourquoi : journalctl -u hera -n 50`)
}

/** Returns the copy to restore for an older release, or undefined if it can read the database as it is. */
function copyToRestore(databasePath: string, folder: string): string | undefined {
  const known = schemaVersion(folder)
  if (!existsSync(databasePath) || databaseVersion(databasePath) <= known) return undefined
  const copy = `${databasePath}.v${known}`
  if (existsSync(copy)) return copy
  throw new ExpectedError(
    `La version précédente ne sait pas lire la base, et ${copy}, la copie d’avant la mise à jour, n’est plus là. Restaurez une sauvegarde de ce temps-là : deploy/LISEZMOI.md, « Revenir en arrière ».`,
  )
}

/** Restores with the older program, because the newer one would migrate the copy to its own version. */
async function restoreWith(folder: string, copy: string, { databasePath, account, restart }: Host): Promise<void> {
  const fault = runHera(folder, ['restore', copy], { DATABASE_PATH: databasePath }, account)
  if (fault === undefined) return
  await restart()
  throw new ExpectedError(`La copie n’a pas pu être restaurée, rien n’est changé. ${fault}`)
}

/** The copy, the restored copy, and the copy made by its migration. */
const COPIES = 3

/**
 * Has the program of a release restore and migrate a copy of the database while the current release still runs.
 * Throws ExpectedError with the reason if it fails; the copy is removed in any case.
 */
function rehearse(release: string, { databasePath, account }: Host): void {
  if (!existsSync(databasePath)) return
  const needed = Math.ceil((statSync(databasePath).size * COPIES) / BYTES_PER_MB)
  if (freeMegabytes(databasePath) < needed)
    throw new ExpectedError(
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
      throw new ExpectedError(
        `La nouvelle version ne sait pas reprendre la base, essayée sur une copie : rien n’est changé. ${fault}`,
      )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
