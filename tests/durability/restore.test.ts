import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressOf, inParallel, post } from '../attacks/attack.ts'
import { hera } from '../cli/desk.ts'
import { valid } from '../samples.ts'
import { openSite } from '../site.ts'

const LOG_BYTES = 3_000_000
const AT_ONCE = 24
/** More than it takes to fill the log. */
const SUBMISSIONS_MAX = 3000

let folder: string
let crashed: string
/** References that visitors were given. */
const acknowledged: string[] = []

/** Kills the server in the middle of submissions, once three megabytes lie in its write-ahead log. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hera-restore-'))
  crashed = join(folder, 'crashed.sqlite')
  const site = await openSite({ DATABASE_PATH: crashed, TRUSTED_PROXIES: '1' })
  const ended = new Promise((resolve) => site.process.once('exit', resolve))
  await inParallel(SUBMISSIONS_MAX, AT_ONCE, async (n) => {
    if (site.process.killed) return
    const body = { ...valid.contact, email: `personne-${n}@exemple.fr`, message: `${n} ${'é'.repeat(4000)}` }
    try {
      const { status, text } = await post(site.url, 'contact', body, addressOf(n))
      if (status === 201) acknowledged.push(JSON.parse(text).reference)
    } catch (error) {
      if (!site.process.killed) throw error
    }
    if (statSync(`${crashed}-wal`).size > LOG_BYTES) site.process.kill('SIGKILL')
  })
  await ended
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A machine that has an older database, with one message in it. */
async function openOlder(name: string): Promise<string> {
  mkdirSync(join(folder, name))
  const path = join(folder, name, 'hera.sqlite')
  const site = await openSite({ DATABASE_PATH: path })
  expect((await post(site.url, 'contact', valid.contact)).status).toBe(201)
  await site.close()
  return path
}

/** The references that a restored database holds, after the site has started on it. */
async function heldBy(path: string): Promise<string[]> {
  const site = await openSite({ DATABASE_PATH: path })
  expect((await fetch(`${site.url}/api/health`)).status).toBe(200)
  expect(hera(path, 'doctor')).toMatchObject({ code: 0 })
  await site.close()
  const db = new Sqlite(path, { readonly: true })
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  const references = db
    .prepare<[], string>('SELECT reference FROM leads JOIN contact_messages USING (reference)')
    .pluck()
    .all()
  db.close()
  return references
}

it('begins with three megabytes in the log and more than a hundred acknowledged messages', () => {
  expect(statSync(`${crashed}-wal`).size).toBeGreaterThan(LOG_BYTES)
  expect(acknowledged.length).toBeGreaterThan(100)
})

it('restores the files that the crash left, over an older database, with every acknowledged message', async () => {
  const path = await openOlder('directly')
  expect(hera(path, 'restore', crashed)).toMatchObject({ code: 0 })
  const held = await heldBy(path)
  expect(held).toEqual(expect.arrayContaining(acknowledged))
  expect(new Set(held).size).toBe(held.length)
})

it('restores a backup that was made after the crash, over an older database, with every acknowledged message', async () => {
  const path = await openOlder('by-backup')
  const copy = join(folder, 'copy.sqlite')
  expect(hera(crashed, 'backup', copy)).toMatchObject({ code: 0 })
  expect(hera(path, 'restore', copy)).toMatchObject({ code: 0 })
  expect(await heldBy(path)).toEqual(expect.arrayContaining(acknowledged))
})
