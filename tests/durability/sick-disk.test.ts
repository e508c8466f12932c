import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, type TestContext } from 'vitest'
import { noticesFor } from '../../src/copy/notices.ts'
import { forms } from '../../src/forms/index.ts'
import { systemClock } from '../../src/server/clock.ts'
import { createCommit } from '../../src/server/database/commit.ts'
import { openDatabase } from '../../src/server/database/database.ts'
import { createStore } from '../../src/server/leads/intake/store.ts'
import { createSubmit } from '../../src/server/leads/intake/submit.ts'
import { post, send } from '../attacks/attack.ts'
import { attackFullDisk } from '../attacks/disk-spells.ts'
import {
  acknowledgedBy,
  faultsWhenWell,
  faultsWhileSick,
  healthAfterCache,
  look,
  openSiteIn,
  recovered,
} from '../attacks/sick-disk.ts'
import { valid } from '../samples.ts'

// Each test has a site of its own, and waits for it most of the time: they do so together.
async function open({ onTestFinished }: TestContext) {
  const { remove, ...opened } = await openSiteIn()
  onTestFinished(remove)
  return opened
}

it.concurrent('a folder that is made anew gets a new database, and one that vanishes is waited for', async (test) => {
  const { site, folder } = await open(test)
  rmSync(folder, { recursive: true })
  expect(faultsWhileSick(await look(site.url), true), 'while there is no folder').toEqual([])
  mkdirSync(folder)
  expect(await recovered(site.url), 'once there is one again').toEqual([])
  expect(statSync(site.databasePath).mode & 0o777).toBe(0o600)
  renameSync(folder, `${folder}.away`)
  expect(faultsWhileSick(await look(site.url)), 'while it is away').toEqual([])
  renameSync(`${folder}.away`, folder)
  expect(await recovered(site.url), 'once it is back').toEqual([])
  expect(site.rows('contact_messages'), 'rows that the form stored').toHaveLength(acknowledgedBy(site.url))
  expect(await healthAfterCache(site.url)).toBe(200)
})

it.concurrent('a file that is replaced is opened when it is there, and loses nothing when only its log is deleted', async (test) => {
  const { site, folder } = await open(test)
  const backup = join(folder, '../backup.sqlite')
  const db = new Sqlite(site.databasePath)
  await db.backup(backup)
  db.close()
  for (const end of ['', '-wal', '-shm']) renameSync(site.databasePath + end, `${site.databasePath}${end}.old`)
  expect(faultsWhileSick(await look(site.url)), 'while the disk is sick').toEqual([])
  renameSync(backup, site.databasePath)
  expect(await recovered(site.url), 'once the disk is well again').toEqual([])
  expect(site.rows('contact_messages'), 'rows that the form stored').toHaveLength(acknowledgedBy(site.url))
  rmSync(`${site.databasePath}-wal`)
  expect(await recovered(site.url), 'without its log').toEqual([])
  expect(site.rows('contact_messages'), 'rows that the form stored').toHaveLength(acknowledgedBy(site.url))
})

it.concurrent('a file that is damaged under the server is left as it is until a sound one takes its place', async (test) => {
  const { site, folder } = await open(test)
  expect(faultsWhenWell(await look(site.url)), 'while the disk is well').toEqual([])
  const copy = join(folder, 'sound.sqlite')
  const db = new Sqlite(site.databasePath)
  db.exec("INSERT INTO health VALUES (1, 'x') ON CONFLICT DO UPDATE SET checked_at = excluded.checked_at")
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  copyFileSync(site.databasePath, copy)
  const damaged = Buffer.alloc(statSync(copy).size, 'ruine ')
  writeFileSync(site.databasePath, damaged)
  expect(faultsWhileSick(await look(site.url)), 'while the disk is sick').toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect(faultsWhileSick(await look(site.url)), 'while the disk is sick').toEqual([])
  expect(readFileSync(site.databasePath).equals(damaged)).toBe(true)
  renameSync(copy, site.databasePath)
  expect(await recovered(site.url), 'once the disk is well again').toEqual([])
  expect(site.rows('contact_messages'), 'rows that the form stored').toHaveLength(acknowledgedBy(site.url))
})

it.concurrent('a full disk answers 503 and takes submissions again when there is room', async () => {
  // Where no disk can be mounted, the size of the database is bounded instead.
  for (const { faults } of await attackFullDisk()) expect(faults, 'what was lost, doubled or changed').toEqual([])
  const db = openDatabase(':memory:')
  const commit = createCommit(db, systemClock)
  const submit = createSubmit({
    store: createStore(db, noticesFor({}), systemClock),
    commit,
    mailbox: { take: () => 0 },
    clock: systemClock,
    contactEmail: '',
    committed() {},
    confirmationMail: () => 'none',
  })
  const send = (message: string) => submit('contact', { ...valid.contact, message })
  // Migrations leave pages free.
  db.exec('VACUUM')
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
  expect(await Promise.all(['a', 'b', 'c'].map((letter) => send(letter.repeat(5000))))).toEqual(
    Array(3).fill({ kind: 'failed', message: forms.contact.failure }),
  )
  db.pragma('max_page_count = 100000')
  expect(await send('De nouveau')).toMatchObject({ kind: 'stored', fresh: true })
  expect(db.prepare('SELECT count(*) FROM leads JOIN contact_messages USING (reference)').pluck().get()).toBe(1)
})

it.concurrent('another process that holds the lock does not hold up the pages', async (test) => {
  const { site } = await open(test)
  const lock = new Sqlite(site.databasePath)
  lock.exec('BEGIN IMMEDIATE')
  let answered = 0
  const waiting = Array.from({ length: 8 }, async (_, n) => {
    const reply = await post(site.url, 'contact', { ...valid.contact, message: `Pendant ${n}` })
    answered += 1
    return reply
  })
  // The forms wait for two seconds: what is asked meanwhile has to come within them on any machine.
  expect((await send(`${site.url}/terms`)).status).toBe(200)
  expect(answered).toBe(0)
  lock.exec('COMMIT')
  lock.close()
  // A server that stopped while SQLite waits for the lock would have refused them before it answered the pages.
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(8).fill(201))
})
