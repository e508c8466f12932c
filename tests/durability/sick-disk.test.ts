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

// The tests run concurrently because each mostly waits for its own site.
async function open({ onTestFinished }: TestContext) {
  const { remove, ...opened } = await openSiteIn()
  onTestFinished(remove)
  return opened
}

it.concurrent('a recreated data folder gets a new database; a missing one is used again once it is back', async (test) => {
  const { site, folder } = await open(test)
  rmSync(folder, { recursive: true })
  expect(faultsWhileSick(await look(site.url), true), 'while the folder is missing').toEqual([])
  mkdirSync(folder)
  expect(await recovered(site.url), 'once the folder is recreated').toEqual([])
  expect(statSync(site.databasePath).mode & 0o777).toBe(0o600)
  renameSync(folder, `${folder}.away`)
  expect(faultsWhileSick(await look(site.url)), 'while the folder is moved away').toEqual([])
  renameSync(`${folder}.away`, folder)
  expect(await recovered(site.url), 'once the folder is back').toEqual([])
  expect(site.rows('contact_messages'), 'stored rows').toHaveLength(acknowledgedBy(site.url))
  expect(await healthAfterCache(site.url)).toBe(200)
})

it.concurrent('a replaced database file is opened once it exists, and deleting only its log loses nothing', async (test) => {
  const { site, folder } = await open(test)
  const backup = join(folder, '../backup.sqlite')
  const db = new Sqlite(site.databasePath)
  await db.backup(backup)
  db.close()
  for (const end of ['', '-wal', '-shm']) renameSync(site.databasePath + end, `${site.databasePath}${end}.old`)
  expect(faultsWhileSick(await look(site.url)), 'while the database is unusable').toEqual([])
  renameSync(backup, site.databasePath)
  expect(await recovered(site.url), 'once the database is usable again').toEqual([])
  expect(site.rows('contact_messages'), 'stored rows').toHaveLength(acknowledgedBy(site.url))
  rmSync(`${site.databasePath}-wal`)
  expect(await recovered(site.url), 'without the log').toEqual([])
  expect(site.rows('contact_messages'), 'stored rows').toHaveLength(acknowledgedBy(site.url))
})

it.concurrent('a database file damaged at run time is not written to until an intact one replaces it', async (test) => {
  const { site, folder } = await open(test)
  expect(faultsWhenWell(await look(site.url)), 'with an intact database').toEqual([])
  const copy = join(folder, 'sound.sqlite')
  const db = new Sqlite(site.databasePath)
  db.exec("INSERT INTO health VALUES (1, 'x') ON CONFLICT DO UPDATE SET checked_at = excluded.checked_at")
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  copyFileSync(site.databasePath, copy)
  const damaged = Buffer.alloc(statSync(copy).size, 'ruine ')
  writeFileSync(site.databasePath, damaged)
  expect(faultsWhileSick(await look(site.url)), 'while the database is unusable').toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect(faultsWhileSick(await look(site.url)), 'while the database is unusable').toEqual([])
  expect(readFileSync(site.databasePath).equals(damaged)).toBe(true)
  renameSync(copy, site.databasePath)
  expect(await recovered(site.url), 'once the database is usable again').toEqual([])
  expect(site.rows('contact_messages'), 'stored rows').toHaveLength(acknowledgedBy(site.url))
})

it.concurrent('on a full disk submissions get 503 and are stored again once there is room', async () => {
  // Limits the size of the database instead if no disk can be mounted.
  for (const { faults } of await attackFullDisk()) expect(faults, 'faults of a full disk').toEqual([])
  const db = openDatabase(':memory:')
  const commit = createCommit(db, systemClock)
  const submit = createSubmit({
    store: createStore(db, noticesFor({}), systemClock),
    commit,
    mailbox: { take: () => 0 },
    clock: systemClock,
    committed() {},
    confirmationMail: () => 'none',
  })
  const send = (message: string) => submit('contact', { ...valid.contact, message })
  // Removes the free pages left by migrations.
  db.exec('VACUUM')
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
  expect(await Promise.all(['a', 'b', 'c'].map((letter) => send(letter.repeat(5000))))).toEqual(
    Array(3).fill({ kind: 'failed', message: forms.contact.failure }),
  )
  db.pragma('max_page_count = 100000')
  expect(await send('De nouveau')).toMatchObject({ kind: 'stored', fresh: true })
  expect(db.prepare('SELECT count(*) FROM leads JOIN contact_messages USING (reference)').pluck().get()).toBe(1)
})

it.concurrent('a lock of another process does not delay pages', async (test) => {
  const { site } = await open(test)
  const lock = new Sqlite(site.databasePath)
  lock.exec('BEGIN IMMEDIATE')
  let answered = 0
  const waiting = Array.from({ length: 8 }, async (_, n) => {
    const reply = await post(site.url, 'contact', { ...valid.contact, message: `Pendant ${n}` })
    answered += 1
    return reply
  })
  // Forms wait two seconds for the lock; the page must be served within them on any machine.
  expect((await send(`${site.url}/terms`)).status).toBe(200)
  expect(answered).toBe(0)
  lock.exec('COMMIT')
  lock.close()
  // A server blocked by SQLite's wait for the lock would have rejected the forms before it served the page.
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(8).fill(201))
})
