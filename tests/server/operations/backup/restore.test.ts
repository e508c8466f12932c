import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forms } from '../../../../src/forms/index.ts'
import { DatabaseError, readFrom } from '../../../../src/server/database/database.ts'
import { lockForServing } from '../../../../src/server/database/serving-lock.ts'
import { findSession, newLink, openSession } from '../../../../src/server/desk/access/sessions.ts'
import { correctAddress } from '../../../../src/server/leads/correct.ts'
import { findLead } from '../../../../src/server/leads/leads.ts'
import { erasePerson, recordObjection } from '../../../../src/server/leads/person.ts'
import { backUp } from '../../../../src/server/operations/backup/backup.ts'
import { restore } from '../../../../src/server/operations/backup/restore.ts'
import { readErasures } from '../../../../src/server/people/erasures.ts'
import { insertLetter, insertMessage } from '../../../support/insert-rows.ts'
import { answers } from '../../../support/samples.ts'
import { folder, scratchFolder } from '../../../support/scratch-folder.ts'
import { type Backend, openBackend, tokensIn } from '../../backend.ts'

/** Actions after a backup, which is then restored. */
let backend: Backend
let now: number
let copy: string
scratchFolder()
beforeEach(() => {
  now = Date.parse('2026-11-22T10:00:00.000Z')
  backend = openBackend(newMachine(0), clock)
  copy = join(folder, 'copy.sqlite')
})
afterEach(() => backend.db.close())

const clock = () => new Date(now)
/** Returns the database path of a machine, in a folder of its own. */
const newMachine = (number: number) => {
  const machine = join(folder, `machine-${number}`)
  mkdirSync(machine)
  return join(machine, 'hera.sqlite')
}
/** Restarts the server with a database. */
const reopen = (path: string) => {
  backend.db.close()
  backend = openBackend(path, clock)
}
const submit = (form: 'newsletter' | 'contact', email: string) =>
  backend.store.add(forms[form], answers(form, { email }), { suspectedSpam: false }).reference
const join_ = (email: string) => submit('newsletter', email)
const contact = (email: string) => submit('contact', email)
const erase = (email: string) => erasePerson(backend.db, backend.path, backend.hash, clock, email)
/** Corrects the address of a submission. */
const correct = (reference: string, email: string) => {
  const lead = findLead(backend.db, reference)
  if (lead) correctAddress({ db: backend.db, clock, author: null }, lead, email)
}
const copyNow = () => backUp(backend.db, backend.path, copy, clock)
const later = (ms: number) => {
  now += ms
}
const bringBack = async () => {
  backend.db.close()
  const restored = await restore(backend.path, copy, clock)
  reopen(backend.path)
  return restored
}
const lists = () =>
  backend.db.prepare('SELECT email, unsubscribed_at FROM leads JOIN newsletter_subscriptions USING (reference)').all()

it('restore keeps an unsubscription made after the backup, with its date', async () => {
  join_('ana@exemple.fr')
  const tokens: string[] = []
  backend.sendMail((mail) => tokens.push(...tokensIn(mail).unsubscribe))
  await copyNow()
  later(60_000)
  backend.consent.unsubscribe(tokens[0] ?? '')
  later(60_000)
  expect((await bringBack()).formerLost, 'unsubscriptions lost').toBe(false)
  expect(lists()).toEqual([{ email: 'ana@exemple.fr', unsubscribed_at: '2026-11-22T10:01:00.000Z' }])
  const steps = backend.db.prepare('SELECT event FROM consent_events ORDER BY id').pluck().all()
  expect(steps).toEqual(['asked', 'unsubscribed'])
})

it('restore ignores an earlier unsubscription of an address that signed up again', async () => {
  join_('ana@exemple.fr')
  const tokens: string[] = []
  backend.sendMail((mail) => tokens.push(...tokensIn(mail).unsubscribe))
  backend.consent.unsubscribe(tokens[0] ?? '')
  const older = join(folder, 'older.sqlite')
  await backUp(backend.db, backend.path, older, clock)
  later(60_000)
  join_('ana@exemple.fr')
  await copyNow()
  later(60_000)
  backend.db.close()
  await restore(backend.path, older, clock)
  later(60_000)
  reopen(backend.path)
  await bringBack()
  expect(lists()).toEqual([{ email: 'ana@exemple.fr', unsubscribed_at: null }])
})

it('restore keeps an objection made after the backup, and does not change other sign-ups', async () => {
  for (const email of ['ana@exemple.fr', 'bob@exemple.fr']) join_(email)
  await copyNow()
  recordObjection(backend.db, backend.objections, 'ana@exemple.fr')
  backend.objections.add('personne@exemple.fr')
  later(1000)
  await bringBack()
  expect(lists()).toEqual([{ email: 'bob@exemple.fr', unsubscribed_at: null }])
  for (const email of ['ana@exemple.fr', 'personne@exemple.fr'])
    expect(backend.objections.has(email), `objection of ${email} kept`).toBe(true)
  expect(backend.objections.has('bob@exemple.fr'), 'objection of another address').toBe(false)
})

it('restore erases again a lead whose address was corrected after the backup', async () => {
  const reference = contact('ana@exemlpe.fr')
  await copyNow()
  correct(reference, 'ana@exemple.fr')
  later(1000)
  erase('ana@exemple.fr')
  later(1000)
  expect((await bringBack()).erased, 'leads erased again').toBe(1)
  expect(findLead(backend.db, reference), 'the erased lead').toBeUndefined()
})

it('restore does not repeat erasures of before the backup, so that a lead with that address is kept', async () => {
  contact('ana@exemple.fr')
  const kept = contact('ana@exemlpe.fr')
  const bob = contact('bob@exemple.fr')
  later(1000)
  erase('ana@exemple.fr')
  correct(kept, 'ana@exemple.fr')
  await copyNow()
  erase('bob@exemple.fr')
  later(1000)
  expect((await bringBack()).erased, 'leads erased after the backup').toBe(1)
  expect(findLead(backend.db, bob), 'the lead erased after the backup').toBeUndefined()
  expect(findLead(backend.db, kept), 'the lead corrected after the erasure').toBeDefined()
})

it('restore stops queued e-mails and letters, and deletes all sessions and links of the desk', async () => {
  join_('ana@exemple.fr')
  const link = () => newLink(backend.db, clock, randomBytes, '/bureau', 'atelier@hera.example')
  const opened = openSession(backend.db, clock, randomBytes, link())
  link()
  backend.outbox.add({ kind: 'sign-in', form: 'bureau', about: '/bureau', recipient: 'atelier@hera.example' })
  const at = clock().toISOString()
  for (const _ of [1, 2]) insertLetter(backend.db, at)
  insertMessage(backend.db, at, { kind: 'letter', recipient: 'a@b.fr', letter: 1 })
  await copyNow()
  later(1000)
  expect(await bringBack()).toMatchObject({ suspended: 2, erased: 0, keyMissing: false })
  const rows = (sql: string) => backend.db.prepare(sql).all()
  expect(rows('SELECT kind, failure FROM outbox')).toEqual([
    { kind: 'confirmation', failure: 'restored' },
    { kind: 'letter', failure: 'restored' },
  ])
  expect(rows('SELECT stopped_at IS NOT NULL AS stopped FROM letters ORDER BY id')).toEqual([
    { stopped: 1 },
    { stopped: 0 },
  ])
  expect(rows('SELECT * FROM desk_links'), 'remaining sign-in links').toEqual([])
  expect(findSession(backend.db, clock, [], opened?.token ?? ''), 'former session').toBeUndefined()
})

describe('restore on a machine with its own key', () => {
  /** Restores the backup on another machine, after some actions there. */
  const bringTo = async (asked: (there: Backend) => void) => {
    for (const email of ['ana@exemple.fr', 'bob@exemple.fr']) join_(email)
    contact('ana@exemple.fr')
    await copyNow()
    later(1000)
    const path = newMachine(9)
    const there = openBackend(path, clock)
    asked(there)
    there.db.close()
    later(1000)
    const restored = await restore(path, copy, clock)
    reopen(path)
    return restored
  }

  it('deletes the sign-ups of an address that objected, and keeps its contact requests', async () => {
    await bringTo((there) => there.objections.add('ana@exemple.fr'))
    expect(lists()).toEqual([{ email: 'bob@exemple.fr', unsubscribed_at: null }])
    expect(backend.objections.has('ana@exemple.fr'), 'objection kept').toBe(true)
    expect(backend.objections.has('bob@exemple.fr'), 'objection of another address').toBe(false)
    expect(backend.db.prepare('SELECT email FROM leads JOIN contact_messages USING (reference)').all()).toEqual([
      { email: 'ana@exemple.fr' },
    ])
  })

  it('repeats an erasure, and logs it with the key of the backup', async () => {
    const restored = await bringTo((there) => erasePerson(there.db, there.path, there.hash, clock, 'ana@exemple.fr'))
    expect(restored.erased, 'leads erased again').toBe(2)
    expect(lists()).toEqual([{ email: 'bob@exemple.fr', unsubscribed_at: null }])
    expect(readErasures(backend.path).map((line) => line.split(' ')[1])).toContain(backend.hash('ana@exemple.fr'))
  })
})

it('restore refuses a missing or damaged backup, a damaged key and a running server, and changes nothing', async () => {
  join_('ana@exemple.fr')
  await expect(restore(backend.path, copy, clock)).rejects.toThrow('n’existe pas')
  await expect(restore(backend.path, folder, clock)).rejects.toThrow('est un dossier : nommez la sauvegarde')
  await copyNow()
  writeFileSync(`${copy}.key`, 'abc')
  await expect(restore(backend.path, copy, clock)).rejects.toThrow('est endommagé')
  const release = lockForServing(backend.path)
  await expect(restore(backend.path, copy, clock)).rejects.toThrow('arrêtez-la')
  release()
  rmSync(`${copy}.key`)
  writeFileSync(copy, readFileSync(copy).fill(0x5a, 4096 * 2, 4096 * 9))
  await expect(restore(backend.path, copy, clock)).rejects.toThrow(DatabaseError)
  expect(lists()).toMatchObject([{ email: 'ana@exemple.fr' }])
  expect(readdirSync(folder).filter((name) => name.includes('.avant-') || name.includes('.part'))).toEqual([])
})

it('restore first writes the leads that the copy lacks, a private CSV file for each form', async () => {
  const held = contact('ana@exemple.fr')
  await copyNow()
  const since = [contact('bob@exemple.fr'), contact('eve@exemple.fr')]
  join_('bob@exemple.fr')
  later(1000)
  backend.db.close()
  const { missing, files, former } = await restore(backend.path, copy, clock)
  reopen(backend.path)
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
  join_('ana@exemple.fr')
  await copyNow()
  join_('bob@exemple.fr')
  const left = ['', '-wal', '-shm'].map((end) => [backend.path + end, readFileSync(backend.path + end)] as const)
  backend.db.close()
  for (const [path, bytes] of left) writeFileSync(path, bytes)
  const { former = '' } = await restore(backend.path, copy, clock)
  reopen(backend.path)
  const emails = (db = backend.db) => db.prepare('SELECT email FROM newsletter_subscriptions').pluck().all()
  expect(emails()).toEqual(['ana@exemple.fr'])
  expect(readFrom(former, emails)).toEqual(['ana@exemple.fr', 'bob@exemple.fr'])
})

it('backup and restore ignore .part files of killed runs, leave none, and overwrite no file', async () => {
  join_('ana@exemple.fr')
  for (const end of ['', '-wal', '-journal']) writeFileSync(`${copy}.part${end}`, 'x'.repeat(5000))
  await copyNow()
  for (const end of ['', '-wal', '-journal']) writeFileSync(`${backend.path}.part${end}`, 'x'.repeat(5000))
  later(1000)
  await bringBack()
  expect(lists()).toMatchObject([{ email: 'ana@exemple.fr' }])
  await expect(copyNow()).rejects.toThrow('existe déjà')
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
})
