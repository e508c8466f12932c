import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseError, readFrom } from '../../../../src/server/database/database.ts'
import { lockForServing } from '../../../../src/server/database/serving-lock.ts'
import { findSession, newLink, openSession } from '../../../../src/server/desk/access/sessions.ts'
import { findLead } from '../../../../src/server/leads/leads.ts'
import { recordObjection } from '../../../../src/server/leads/person.ts'
import { backUp } from '../../../../src/server/operations/backup/backup.ts'
import { restore } from '../../../../src/server/operations/backup/restore.ts'
import { readErasures } from '../../../../src/server/people/erasures.ts'
import { insertLetter, insertMessage } from '../../../support/insert-rows.ts'
import { folder, scratchFolder } from '../../../support/scratch-folder.ts'
import { STAFF } from '../../backend.ts'
import { openTestBackend, type TestBackend } from '../../test-backend.ts'

/** Actions after a backup, which is then restored. */
let backend: TestBackend
let copy: string
scratchFolder()
beforeEach(() => {
  backend = openTestBackend('2026-11-22T10:00:00.000Z', newMachine())
  copy = join(folder, 'copy.sqlite')
})
afterEach(() => backend.db.close())

/** Returns the database path of a machine, in a folder of its own. */
const newMachine = () => join(mkdtempSync(join(folder, 'machine-')), 'hera.sqlite')
const signUp = (email: string) => backend.submit('newsletter', { email })
const contact = (email: string) => backend.submit('contact', { email })
const copyNow = (to = copy) => backUp(backend.db, backend.path, to, backend.clock)
/** Restores a copy, and restarts the server with it. */
const bringBack = async (from = copy, path = backend.path) => {
  backend.db.close()
  const restored = await restore(path, from, backend.clock)
  backend = openTestBackend(backend.clock().toISOString(), path)
  return restored
}
const lists = () =>
  backend.rows('SELECT email, unsubscribed_at FROM leads JOIN newsletter_subscriptions USING (reference)')

it('restore keeps an unsubscription made after the backup, with its date', async () => {
  const { unsubscribe } = backend.join('ana@exemple.fr')
  await copyNow()
  backend.goTo(60_000)
  backend.consent.unsubscribe(unsubscribe)
  backend.goTo(60_000)
  expect((await bringBack()).formerLost, 'unsubscriptions lost').toBe(false)
  expect(lists()).toEqual([{ email: 'ana@exemple.fr', unsubscribed_at: '2026-11-22T10:01:00.000Z' }])
  expect(backend.column('SELECT event FROM consent_events ORDER BY id')).toEqual(['asked', 'unsubscribed'])
})

it('restore ignores an earlier unsubscription of an address that signed up again', async () => {
  const { unsubscribe } = backend.join('ana@exemple.fr')
  backend.consent.unsubscribe(unsubscribe)
  const older = join(folder, 'older.sqlite')
  await copyNow(older)
  backend.goTo(60_000)
  signUp('ana@exemple.fr')
  await copyNow()
  backend.goTo(60_000)
  await bringBack(older)
  backend.goTo(60_000)
  await bringBack()
  expect(lists()).toEqual([{ email: 'ana@exemple.fr', unsubscribed_at: null }])
})

it('restore keeps an objection made after the backup, and does not change other sign-ups', async () => {
  for (const email of ['ana@exemple.fr', 'bob@exemple.fr']) signUp(email)
  await copyNow()
  recordObjection(backend.db, backend.objections, 'ana@exemple.fr')
  backend.objections.add('personne@exemple.fr')
  backend.goTo(1000)
  await bringBack()
  expect(lists()).toEqual([{ email: 'bob@exemple.fr', unsubscribed_at: null }])
  for (const email of ['ana@exemple.fr', 'personne@exemple.fr'])
    expect(backend.objections.has(email), `objection of ${email} kept`).toBe(true)
  expect(backend.objections.has('bob@exemple.fr'), 'objection of another address').toBe(false)
})

it('restore erases again a lead whose address was corrected after the backup', async () => {
  const reference = contact('ana@exemlpe.fr')
  await copyNow()
  backend.correct(reference, 'ana@exemple.fr')
  backend.goTo(1000)
  backend.erase('ana@exemple.fr')
  backend.goTo(1000)
  expect((await bringBack()).erased, 'leads erased again').toBe(1)
  expect(findLead(backend.db, reference), 'the erased lead').toBeUndefined()
})

it('restore does not repeat erasures of before the backup, so that a lead with that address is kept', async () => {
  contact('ana@exemple.fr')
  const kept = contact('ana@exemlpe.fr')
  const bob = contact('bob@exemple.fr')
  backend.goTo(1000)
  backend.erase('ana@exemple.fr')
  backend.correct(kept, 'ana@exemple.fr')
  await copyNow()
  backend.erase('bob@exemple.fr')
  backend.goTo(1000)
  expect((await bringBack()).erased, 'leads erased after the backup').toBe(1)
  expect(findLead(backend.db, bob), 'the lead erased after the backup').toBeUndefined()
  expect(findLead(backend.db, kept), 'the lead corrected after the erasure').toBeDefined()
})

it('restore stops queued e-mails and letters, and deletes all sessions and links of the desk', async () => {
  signUp('ana@exemple.fr')
  const { db, clock } = backend
  const link = () => newLink(db, clock, randomBytes, '/bureau', STAFF)
  const opened = openSession(db, clock, randomBytes, link())
  link()
  backend.outbox.add({ kind: 'sign-in', form: 'bureau', about: '/bureau', recipient: STAFF })
  const at = clock().toISOString()
  for (const _ of [1, 2]) insertLetter(db, at)
  insertMessage(db, at, { kind: 'letter', recipient: 'a@b.fr', letter: 1 })
  await copyNow()
  backend.goTo(1000)
  expect(await bringBack()).toMatchObject({ suspended: 2, erased: 0, keyMissing: false })
  expect(backend.rows('SELECT kind, failure FROM outbox')).toEqual([
    { kind: 'confirmation', failure: 'restored' },
    { kind: 'letter', failure: 'restored' },
  ])
  expect(backend.column('SELECT stopped_at IS NOT NULL FROM letters ORDER BY id')).toEqual([1, 0])
  expect(backend.count('desk_links'), 'remaining sign-in links').toBe(0)
  expect(findSession(backend.db, clock, [], opened?.token ?? ''), 'former session').toBeUndefined()
})

describe('restore on a machine with its own key', () => {
  /** Restores the backup on another machine, after some actions there. */
  const bringTo = async (asked: (there: TestBackend) => void) => {
    for (const email of ['ana@exemple.fr', 'bob@exemple.fr']) signUp(email)
    contact('ana@exemple.fr')
    await copyNow()
    backend.goTo(1000)
    const there = openTestBackend(backend.clock().toISOString(), newMachine())
    asked(there)
    there.db.close()
    backend.goTo(1000)
    return bringBack(copy, there.path)
  }

  it('deletes the sign-ups of an address that objected, and keeps its contact requests', async () => {
    await bringTo((there) => there.objections.add('ana@exemple.fr'))
    expect(lists()).toEqual([{ email: 'bob@exemple.fr', unsubscribed_at: null }])
    expect(backend.objections.has('ana@exemple.fr'), 'objection kept').toBe(true)
    expect(backend.objections.has('bob@exemple.fr'), 'objection of another address').toBe(false)
    expect(backend.column('SELECT email FROM contact_messages')).toEqual(['ana@exemple.fr'])
  })

  it('repeats an erasure, and logs it with the key of the backup', async () => {
    const restored = await bringTo((there) => there.erase('ana@exemple.fr'))
    expect(restored.erased, 'leads erased again').toBe(2)
    expect(lists()).toEqual([{ email: 'bob@exemple.fr', unsubscribed_at: null }])
    expect(readErasures(backend.path).map((line) => line.split(' ')[1])).toContain(backend.hash('ana@exemple.fr'))
  })
})

it('restore refuses a missing or damaged backup, a damaged key and a running server, and changes nothing', async () => {
  signUp('ana@exemple.fr')
  const refused = (from = copy) => expect(restore(backend.path, from, backend.clock)).rejects
  await refused().toThrow('n’existe pas')
  await refused(folder).toThrow('est un dossier : nommez la sauvegarde')
  await copyNow()
  writeFileSync(`${copy}.key`, 'abc')
  await refused().toThrow('est endommagé')
  const release = lockForServing(backend.path)
  await refused().toThrow('arrêtez-la')
  release()
  rmSync(`${copy}.key`)
  writeFileSync(copy, readFileSync(copy).fill(0x5a, 4096 * 2, 4096 * 9))
  await refused().toThrow(DatabaseError)
  expect(lists()).toMatchObject([{ email: 'ana@exemple.fr' }])
  expect(readdirSync(folder).filter((name) => name.includes('.avant-') || name.includes('.part'))).toEqual([])
})

it('restore first writes the leads that the copy lacks, a private CSV file for each form', async () => {
  const held = contact('ana@exemple.fr')
  await copyNow()
  const since = [contact('bob@exemple.fr'), contact('eve@exemple.fr')]
  signUp('bob@exemple.fr')
  backend.goTo(1000)
  const { missing, files, former } = await bringBack()
  expect({ missing, former, files }).toEqual({
    missing: 3,
    former: `${backend.path}.avant-20261122-100001`,
    files: ['newsletter', 'contact'].map((form) => `${former}.${form}.csv`),
  })
  const [letters = '', contacts = ''] = files
  for (const file of [letters, contacts]) expect((statSync(file).mode & 0o777).toString(8), file).toBe('600')
  const text = readFileSync(contacts, 'utf8')
  for (const reference of since) expect(text).toContain(reference)
  expect(text, 'a lead of the copy').not.toContain(held)
  expect(readFileSync(letters, 'utf8')).toContain('bob@exemple.fr')
  expect(readdirSync(dirname(backend.path)).filter((name) => name.includes('.part'))).toEqual([])
})

it('restore ignores the WAL of the former database, which is kept with it', async () => {
  signUp('ana@exemple.fr')
  await copyNow()
  signUp('bob@exemple.fr')
  const left = ['', '-wal', '-shm'].map((end) => [backend.path + end, readFileSync(backend.path + end)] as const)
  backend.db.close()
  for (const [path, bytes] of left) writeFileSync(path, bytes)
  const { former = '' } = await bringBack()
  const emails = (db = backend.db) => db.prepare('SELECT email FROM newsletter_subscriptions').pluck().all()
  expect(emails()).toEqual(['ana@exemple.fr'])
  expect(readFrom(former, emails)).toEqual(['ana@exemple.fr', 'bob@exemple.fr'])
})

it('backup and restore ignore .part files of killed runs, leave none, and overwrite no file', async () => {
  signUp('ana@exemple.fr')
  for (const end of ['', '-wal', '-journal']) writeFileSync(`${copy}.part${end}`, 'x'.repeat(5000))
  await copyNow()
  for (const end of ['', '-wal', '-journal']) writeFileSync(`${backend.path}.part${end}`, 'x'.repeat(5000))
  backend.goTo(1000)
  await bringBack()
  expect(lists()).toMatchObject([{ email: 'ana@exemple.fr' }])
  await expect(copyNow()).rejects.toThrow('existe déjà')
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
})
