import { spawnSync } from 'node:child_process'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../clock.ts'
import { type Database, pluck, readFrom } from '../../database/database.ts'
import { recordRun } from '../../database/last-runs.ts'
import { ExpectedError } from '../../expected-error.ts'
import { copyChecked } from './backup.ts'
import { restore } from './restore.ts'

/**
 * Copies on another machine or in an object store, encrypted by restic (https://restic.net). Restic reads the
 * destination and its credentials from the environment: RESTIC_REPOSITORY, RESTIC_PASSWORD and those of the store.
 */

/** The same host name on every machine, so that a new one continues the series of snapshots of the old one. */
const SNAPSHOT_ARGS = ['--host', 'hera', '--tag', 'hera']
/** Snapshots are kept by number and not by age, so that a wrong clock removes none; as long as /privacy promises. */
const RETENTION_ARGS = ['--keep-hourly', '24', '--keep-daily', '14']
const COPY = 'hera.sqlite'

/** Folder of the copy before it is sent, and so its path in every snapshot. */
function folderOf(databasePath: string): string {
  return `${databasePath}.copie`
}

/** Creates the restic repository. Like all exports here, throws ExpectedError with restic's message. */
export function createRepository(): void {
  restic('init')
}

/**
 * Sends a checked copy of the database with its key and erasures, and the other folders unchanged; removes old
 * snapshots.
 */
export async function send(db: Database, databasePath: string, others: readonly string[], clock: Clock): Promise<void> {
  await inFreshFolder(folderOf(databasePath), async (folder) => {
    await copyChecked(db, databasePath, join(folder, COPY), clock, () => undefined)
    // A killed restic leaves the repository locked.
    restic('unlock')
    restic('backup', ...SNAPSHOT_ARGS, folder, ...others.map((path) => realpathSync(path)))
  })
  restic('forget', ...SNAPSHOT_ARGS, '--group-by', 'host,tags', ...RETENTION_ARGS, '--prune')
  recordRun(db, 'offsite', clock())
}

/**
 * Fetches the last copy of the database into a folder.
 * @returns the path of the copy, for `restore`
 */
export function fetchLatest(databasePath: string, target: string): string {
  const folder = folderOf(databasePath)
  restic('restore', 'latest', ...SNAPSHOT_ARGS, '--target', target, '--include', folder)
  return join(target, folder, COPY)
}

/**
 * Restores the last copy into a temporary folder as a trial. Throws if the repository, the copy or its key is
 * damaged or missing.
 * @returns the number of leads in it
 */
export function trialRestore(db: Database, databasePath: string, clock: Clock): Promise<number> {
  return inFreshFolder(`${databasePath}.essai-distant`, async (folder) => {
    restic('check')
    const copy = fetchLatest(databasePath, folder)
    const restored = join(folder, COPY)
    if (restore(restored, copy, clock).keyMissing) throw new ExpectedError('La clé de la base manque à la copie.')
    const leads = countLeads(restored)
    if (leads === 0 && countLeads(databasePath) > 0) throw new ExpectedError('La copie ne contient aucune demande.')
    recordRun(db, 'trial', clock())
    return leads
  })
}

/** Calls `work` with an empty private folder and removes the folder afterwards. */
async function inFreshFolder<T>(folder: string, work: (folder: string) => Promise<T>): Promise<T> {
  const remove = () => rmSync(folder, { recursive: true, force: true })
  remove()
  mkdirSync(folder, { mode: 0o700 })
  try {
    return await work(folder)
  } finally {
    remove()
  }
}

function countLeads(path: string): number {
  return readFrom(path, (db) => pluck<number>(db, 'SELECT count(*) FROM leads').get() ?? 0)
}

/** Maximum output of restic's errors, in bytes: one line per file that it cannot read. */
const STDERR_MAX = 16 * 1024 * 1024

function restic(...args: string[]): void {
  const { error, status, stderr } = spawnSync('restic', ['--quiet', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    maxBuffer: STDERR_MAX,
  })
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new ExpectedError('restic manque : apt-get install restic')
  if (error) throw new ExpectedError(`restic ${args[0]} : ${error.message}`)
  if (status !== 0) throw new ExpectedError(`restic ${args[0]} : ${stderr.trim() || `code ${status}`}`)
}
