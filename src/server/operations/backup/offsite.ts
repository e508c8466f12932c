import { spawnSync } from 'node:child_process'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../clock.ts'
import { type Database, readFrom } from '../../database/database.ts'
import { recordRun } from '../../database/last-runs.ts'
import { pluck } from '../../database/pluck.ts'
import { copyChecked } from './backup.ts'
import { restore } from './restore.ts'

/**
 * Copies on another machine or in an object store, encrypted by restic (https://restic.net), which reads from the
 * environment where they go: RESTIC_REPOSITORY, RESTIC_PASSWORD and what the store asks for.
 */

/** One name for all machines that the house ever has, so that a new one goes on with the copies of the last. */
const MARK = ['--host', 'hera', '--tag', 'hera']
/** By number and not by age, so that a wrong clock removes nothing; as long as the privacy page says. */
const KEPT = ['--keep-hourly', '24', '--keep-daily', '14']
const COPY = 'hera.sqlite'

/** Where the copy lies on its way, and so in every snapshot. */
function folderOf(databasePath: string): string {
  return `${databasePath}.copie`
}

/** Begins the store of copies. Throws an error with the code ERESTIC, with what restic said, as all of these do. */
export function begin(): void {
  restic('init')
}

/**
 * Sends a checked copy of the database with its key and erasures, and other folders as they are; removes what is too old.
 */
export async function send(db: Database, databasePath: string, others: readonly string[], clock: Clock): Promise<void> {
  await inFreshFolder(folderOf(databasePath), async (folder) => {
    await copyChecked(db, databasePath, join(folder, COPY), clock, () => undefined)
    // What a killed restic left locked.
    restic('unlock')
    restic('backup', ...MARK, folder, ...others.map((path) => realpathSync(path)))
  })
  restic('forget', ...MARK, '--group-by', 'host,tags', ...KEPT, '--prune')
  recordRun(db, 'offsite', clock())
}

/**
 * Brings the last copy of the database into a folder.
 * @returns the path of the copy, for `restore`
 */
export function bring(databasePath: string, target: string): string {
  const folder = folderOf(databasePath)
  restic('restore', 'latest', ...MARK, '--target', target, '--include', folder)
  return join(target, folder, COPY)
}

/**
 * Restores the last copy beside the database, as after a loss, and removes it. Throws where the store, the copy or
 * its key is not as it should be.
 * @returns how many leads it holds
 */
export function tryRestoring(db: Database, databasePath: string, clock: Clock): Promise<number> {
  return inFreshFolder(`${databasePath}.essai-distant`, async (folder) => {
    restic('check')
    const copy = bring(databasePath, folder)
    const restored = join(folder, COPY)
    if (restore(restored, copy, clock).keyMissing) throw failure('La clé de la base manque à la copie.')
    const leads = countLeads(restored)
    if (leads === 0 && countLeads(databasePath) > 0) throw failure('La copie ne contient aucune demande.')
    recordRun(db, 'trial', clock())
    return leads
  })
}

/** Works in an empty folder that nobody else can read, and removes it. */
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

/** What restic may say of what goes wrong, in bytes: a line for each file that it cannot read. */
const STDERR_MAX = 16 * 1024 * 1024

function restic(...args: string[]): void {
  const { error, status, stderr } = spawnSync('restic', ['--quiet', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    maxBuffer: STDERR_MAX,
  })
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw failure('restic manque : apt-get install restic')
  if (error) throw failure(`restic ${args[0]} : ${error.message}`)
  if (status !== 0) throw failure(`restic ${args[0]} : ${stderr.trim() || `code ${status}`}`)
}

function failure(message: string): Error {
  return Object.assign(new Error(message), { code: 'ERESTIC' })
}
