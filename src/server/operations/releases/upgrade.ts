import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countChanges, databaseVersion } from '../../database/compare.ts'
import { lockAlone } from '../../database/serving-lock.ts'
import type { Host } from './host.ts'
import { rehearse } from './rehearse.ts'
import { linked, pointTo, type Release, ReleaseError, releaseFolder, removeOldReleases, runHera } from './release.ts'
import { assertBuiltFor, unpack } from './unpack.ts'

/**
 * Installs a release and serves it, once it has shown on a copy that it can take over the database. When it does not
 * answer, the one before is served again, with the database of before where nothing has arrived since. Throws
 * ReleaseError, which says what is served then.
 */
export function upgrade(base: string, archive: string, host: Host): Promise<Release> {
  return alone(base, () => install(base, archive, host))
}

/** Does something to an installation while nobody else does. Throws ReleaseError while somebody does. */
async function alone<T>(base: string, work: () => Promise<T>): Promise<T> {
  const release = lockAlone(join(base, 'upgrade'))
  if (!release) throw new ReleaseError('Une autre mise à jour est en cours : attendez qu’elle soit finie.')
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
  // The way back has used up the link to the release before.
  if (earlier && linked(base, 'current') === former) pointTo(base, 'previous', earlier)
  throw new ReleaseError(`${release.name} ne répond pas. ${outcome} Pourquoi : journalctl -u hera -n 50`)
}

/** Goes back by itself. Returns a sentence that says what is served then. */
async function goBack(base: string, host: Host): Promise<string> {
  try {
    const { name } = await serveFormer(base, host, async ({ changes }) => changes === 0)
    return `${name} est de nouveau en service.`
  } catch (error) {
    if (error instanceof ReleaseError) return error.message
    throw error
  }
}

/** What going back would do to the database. */
export interface Loss {
  /** The copy made by the update, which would take the place of the database. */
  copy: string
  /** Rows that people or the operator have added or changed since. */
  changes: number
}

/**
 * Serves the release before. A program refuses the database of a newer one: then the copy that the update left takes the
 * place of the database, which is kept under another name. Throws ReleaseError when there is nothing to go back to.
 * @param agree asked before the database is replaced; with false nothing changes
 * @returns the name of what is served again, and the copy that has become its database
 */
export function rollback(base: string, host: Host, agree: (loss: Loss) => Promise<boolean>) {
  return alone(base, () => serveFormer(base, host, agree))
}

async function serveFormer(base: string, host: Host, agree: (loss: Loss) => Promise<boolean>) {
  const name = linked(base, 'previous')
  if (!name || !existsSync(releaseFolder(base, name)))
    throw new ReleaseError(
      'Aucune version précédente n’est gardée : installez celle que vous voulez par « hera upgrade ».',
    )
  assertBuiltFor(host.siteUrl, releaseFolder(base, name), 'hera rollback')
  const copy = copyToRestore(host.databasePath, releaseFolder(base, name))
  const changes = copy ? countChanges(host.databasePath, copy) : 0
  if (copy && !(await agree({ copy, changes })))
    throw new ReleaseError(
      `La version précédente reste de côté : elle ne sait lire que ${copy}, la copie d’avant la mise à jour (lignes ajoutées ou changées depuis : ${changes}). Pour revenir malgré cela : hera rollback`,
    )
  if (copy) {
    await host.stop()
    await restoreWith(releaseFolder(base, name), copy, host)
  }
  pointTo(base, 'current', name)
  rmSync(join(base, 'previous'))
  await host.restart()
  if (await host.answers()) return { name, copy }
  throw new ReleaseError(`${name} est remise en place, mais ne répond pas. Pourquoi : journalctl -u hera -n 50`)
}

/** The copy to restore for an older release; undefined when it can read the database as it is. Throws ReleaseError. */
function copyToRestore(databasePath: string, folder: string): string | undefined {
  const known = readdirSync(join(folder, 'db/migrations')).filter((name) => name.endsWith('.sql')).length
  if (!existsSync(databasePath) || databaseVersion(databasePath) <= known) return undefined
  const copy = `${databasePath}.v${known}`
  if (existsSync(copy)) return copy
  throw new ReleaseError(
    `La version précédente ne sait pas lire la base, et ${copy}, la copie d’avant la mise à jour, n’est plus là. Restaurez une sauvegarde de ce temps-là : deploy/LISEZMOI.md, « Revenir en arrière ».`,
  )
}

/** The older program restores, since the newer one would bring the copy to its own version. */
async function restoreWith(folder: string, copy: string, { databasePath, account, restart }: Host): Promise<void> {
  const fault = runHera(folder, ['restore', copy], { DATABASE_PATH: databasePath }, account)
  if (fault === undefined) return
  await restart()
  throw new ReleaseError(`La copie n’a pas pu être restaurée, rien n’est changé. ${fault}`)
}
