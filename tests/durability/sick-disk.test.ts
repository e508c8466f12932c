import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { noticesFor } from '../../src/copy/notices.ts'
import { forms } from '../../src/forms/index.ts'
import { systemClock } from '../../src/server/clock.ts'
import { createCommit } from '../../src/server/database/commit.ts'
import { openDatabase } from '../../src/server/database/database.ts'
import { createStore } from '../../src/server/leads/intake/store.ts'
import { createSubmit } from '../../src/server/leads/intake/submit.ts'
import { attackFullDisk } from '../attacks/disk-spells.ts'
import { acknowledgedBy, faultsWhileSick, healthAfterCache, look, openSiteIn, recovered } from '../attacks/sick-disk.ts'
import { valid } from '../samples.ts'

// The tests run concurrently because each mostly waits for its own site.
it.concurrent('a recreated data folder gets a new database; a missing one is used again once it is back', async ({
  onTestFinished,
}) => {
  const { site, folder, remove } = await openSiteIn()
  onTestFinished(remove)
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
