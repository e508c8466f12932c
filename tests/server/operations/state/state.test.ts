import { statfsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DatabaseError } from '../../../../src/server/database/database.ts'
import { recordFailure, recordRun } from '../../../../src/server/database/small-facts.ts'
import { noteMailServer } from '../../../../src/server/mail/results.ts'
import { diskState, freeMegabytes } from '../../../../src/server/operations/state/machine-state.ts'
import { readState } from '../../../../src/server/operations/state/read-state.ts'
import { ageState } from '../../../../src/server/operations/state/site-state.ts'
import { insertLeads } from '../../../support/insert-leads.ts'
import { insertLetter, insertMessage } from '../../../support/insert-rows.ts'
import { db, setUpDatabase } from '../../../support/memory-database.ts'
import { plain } from '../../../support/plain.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const now = new Date('2026-11-22T10:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
const build = { siteUrl: 'https://www.hera.fr', builtAt: ago(DAY), missing: [], campaignEnds: '2026-12-31' }

setUpDatabase()

const read = (extra: Partial<Parameters<typeof readState>[0]> = {}) =>
  readState({
    db: () => db,
    databasePath: 'package.json',
    sendsEmail: true,
    readsMail: false,
    build,
    now,
    ...extra,
  })
/** Returns status, sentence and remedy of a part, with plain spaces. */
const part = (name: string, extra: Partial<Parameters<typeof readState>[0]> = {}) => {
  const found = read(extra).parts.find((each) => each.name === name)
  return found && { status: found.status, sentence: plain(found.sentence), remedy: plain(found.remedy) }
}
const mark = (name: string, at: string) => db.prepare('INSERT OR REPLACE INTO small_facts VALUES (?, ?)').run(name, at)
const queue = (columns: Record<string, string | number | null>) =>
  insertMessage(db, ago(0), { recipient: columns.kind === 'lead' ? null : 'lea@exemple.fr', ...columns })
const notice = (createdAt: string) =>
  db.prepare("INSERT INTO notices VALUES ('abcdefghijkl', 'contact', '', ?)").run(createdAt)
const lead = (createdAt: string) => {
  notice(createdAt)
  insertLeads(db, [{ reference: 'C-1', created_at: createdAt, notice_version: 'abcdefghijkl' }])
}

it.each([
  [89, '24.22.1', 'pass'],
  [90, '24.22.1', 'warn'],
  [89, '24.22.0', 'warn'],
  [89, '22.23.4', 'warn'],
  [1, '20.19.0', 'warn'],
  [1, '99.0.0', 'pass'],
])('ageState of a build of %i days on Node %s: %s', (days, node, status) => {
  expect(ageState({ builtAt: ago(days * DAY) }, node, now).status).toBe(status)
})

it('the state has the status of its worst part', () => {
  mark('backup', ago(HOUR))
  mark('purge', ago(HOUR))
  expect(read()).toMatchObject({ status: 'pass', at: now.toISOString() })
  expect(read({ sendsEmail: false }).status).toBe('warn')
  mark('backup', ago(3 * DAY))
  expect(read({ sendsEmail: false }).status).toBe('fail')
})

describe('state of e-mail', () => {
  it('passes with a queued message, and shows when the last one was sent', () => {
    queue({ kind: 'lead', created_at: ago(2 * HOUR), sent_at: ago(2 * HOUR) })
    queue({ kind: 'lead', created_at: ago(MINUTE) })
    expect(part('mail')).toMatchObject({
      status: 'pass',
      sentence: 'Le dernier est parti le dimanche 22 novembre 2026 à 9 h ; 1 en attente.',
    })
  })

  it('warns about failed and held messages, and fails if an address of MAIL_TO rejects a notice', () => {
    queue({ kind: 'welcome', created_at: ago(6 * DAY), failed_at: ago(DAY), failure: 'expired' })
    expect(part('mail')).toMatchObject({ status: 'warn', sentence: 'E-mails refusés, abandonnés ou arrêtés : 1.' })
    db.exec("UPDATE outbox SET failed_at = NULL, failure = NULL, hold = 'network' WHERE failed_at IS NOT NULL")
    expect(part('mail'), 'held message').toMatchObject({
      status: 'warn',
      sentence: expect.stringMatching(/^1 e-mail retenu : .*même réseau/),
    })
    expect(part('house-address')?.status).toBe('pass')
    queue({ kind: 'lead', created_at: ago(MINUTE), attempts: 1, last_error: 'RCPT TO: 550 no such user' })
    expect(part('house-address')).toMatchObject({ status: 'fail', sentence: expect.stringContaining('n’existe pas') })
  })
})

describe('limits of the state of e-mail', () => {
  it.each([
    ['lead', 30 * MINUTE, 'fail'],
    ['acknowledgement', 30 * MINUTE, 'warn'],
  ] as const)('a %s queued for %i ms passes, for a millisecond more: %s', (kind, ms, status) => {
    queue({ kind, created_at: ago(ms) })
    // A letter may take days. The row of the letter is not needed here.
    db.pragma('foreign_keys = OFF')
    queue({ kind: 'letter', letter: 1, created_at: ago(3 * DAY) })
    expect(part('mail')?.status).toBe('pass')
    queue({ kind, created_at: ago(ms + 1) })
    expect(part('mail')).toMatchObject({ status, remedy: expect.stringContaining('hera mail retry') })
    const day =
      kind === 'lead'
        ? 'dimanche 22 novembre 2026 à 10 h 29'
        : '2 e-mails attendent, le plus ancien depuis le dimanche 22 novembre 2026 à 10 h 29'
    expect(part('mail')?.sentence).toContain(day)
  })

  it('warn about a failing mail server, and fail after 15 minutes', () => {
    noteMailServer(db, { failures: 1, pausedUntil: null, lastError: 'Invalid login: 535' })
    expect(part('mail')).toMatchObject({
      status: 'warn',
      sentence: expect.stringContaining('le nom ou le mot de passe'),
    })
    queue({ kind: 'welcome', created_at: ago(15 * MINUTE) })
    expect(part('mail')).toMatchObject({ status: 'warn', sentence: expect.stringMatching(/rien, 1 en attente\./) })
    insertLetter(db, ago(MINUTE), { id: 1 })
    for (const _ of [1, 2, 3]) queue({ kind: 'letter', letter: 1, created_at: ago(MINUTE) })
    queue({ kind: 'welcome', created_at: ago(15 * MINUTE + 1) })
    expect(part('mail')).toMatchObject({ status: 'fail', remedy: expect.stringContaining('hera mail test') })
  })

  it('show a rejection by an address of MAIL_TO for a week', () => {
    queue({
      kind: 'lead',
      created_at: ago(8 * DAY),
      failed_at: ago(7 * DAY - 1),
      failure: 'expired',
      last_error: '552 mailbox full',
    })
    expect(part('house-address')).toMatchObject({
      status: 'fail',
      sentence: expect.stringContaining('pleine'),
      remedy: expect.stringContaining('hera mail retry'),
    })
    db.prepare('UPDATE outbox SET failed_at = ?').run(ago(7 * DAY))
    expect(part('house-address')).toMatchObject({ status: 'pass', remedy: '' })
  })

  it('without e-mail name the setting that is missing and the queued messages', () => {
    queue({ kind: 'lead', created_at: ago(2 * DAY) })
    expect(part('mail', { sendsEmail: false })).toMatchObject({
      status: 'warn',
      remedy: expect.stringContaining('SMTP_URL'),
    })
    db.exec('DELETE FROM outbox')
    expect(part('mail')?.sentence).toBe('Aucun n’est encore parti ; 0 en attente.')
  })
})

describe('state of the backup', () => {
  it('fails after a failed backup until one succeeds, however recent the last good one is', () => {
    recordRun(db, 'backup', new Date(ago(HOUR)))
    recordFailure(db, 'backup', new Date(ago(MINUTE)))
    expect(part('backup')).toMatchObject({
      status: 'fail',
      sentence:
        'Celle du dimanche 22 novembre 2026 à 10 h 59 a échoué ; la dernière bonne est du dimanche 22 novembre 2026 à 10 h.',
    })
    recordRun(db, 'backup', now)
    expect(part('backup')?.status).toBe('pass')
  })

  it('fails if the last backup, or without one the first start, is more than 48 hours ago', () => {
    const backup = () => read().parts.find(({ name }) => name === 'backup')
    notice(ago(2 * DAY))
    expect(backup()).toMatchObject({ status: 'warn', remedy: expect.stringContaining('hera backup') })
    db.exec(`UPDATE notices SET first_used_at = '${ago(2 * DAY + 1)}'`)
    expect(backup()?.status).toBe('fail')
    mark('backup', ago(2 * DAY))
    expect(backup()).toMatchObject({ status: 'pass' })
    expect(backup()).not.toHaveProperty('remedy')
    mark('backup', ago(2 * DAY + 1))
    expect(backup()).toMatchObject({ status: 'fail' })
    expect(part('backup')?.sentence).toBe('La dernière, vérifiée, est du vendredi 20 novembre 2026 à 10 h 59.')
    mark('backup', ago(-HOUR))
    expect(backup()?.status).toBe('pass')
    mark('backup', ago(-HOUR - 1))
    expect(backup()).toMatchObject({ status: 'warn', remedy: expect.stringContaining('l’horloge a été fausse') })
  })
})

describe('limits of the state of the clock', () => {
  it('are one hour ahead of the leads, because clocks of two machines may differ', () => {
    mark('purge', ago(0))
    lead(ago(-HOUR))
    expect(part('clock')?.status).toBe('pass')
    db.exec(`UPDATE leads SET created_at = '${ago(-HOUR - 1)}'`)
    expect(part('clock')).toMatchObject({ status: 'warn', sentence: expect.stringContaining('22 novembre 2026') })
  })

  it('are one week after the last known time', () => {
    mark('purge', ago(7 * DAY))
    expect(part('clock')).toMatchObject({ status: 'pass', sentence: 'L’horloge dit dimanche 22 novembre 2026 à 11 h.' })
    mark('purge', ago(7 * DAY + 1))
    expect(part('clock')).toMatchObject({
      status: 'fail',
      sentence: expect.stringContaining('dimanche 15 novembre 2026 à 10 h 59'),
    })
  })
})

describe('state of the daily purge', () => {
  it('warns after 48 hours without a purge, unless none has run yet, and names the command after a week', () => {
    expect(part('purge')).toMatchObject({ status: 'pass', sentence: expect.stringContaining('à son démarrage') })
    mark('purge', ago(2 * DAY))
    expect(part('purge')).toMatchObject({
      status: 'pass',
      remedy: '',
      sentence: expect.stringContaining('20 novembre'),
    })
    mark('purge', ago(2 * DAY + 1))
    expect(part('purge')).toMatchObject({ status: 'warn', remedy: expect.stringContaining('démarrez-le') })
    // The purge then waits for a person.
    mark('purge', ago(8 * DAY))
    expect(part('purge')).toMatchObject({ status: 'fail', remedy: expect.stringContaining('hera purge') })
  })
})

it('readState checks the other parts if the database cannot be opened, and rethrows programming errors', () => {
  const readWith = (error: Error) =>
    read({
      db() {
        throw error
      },
    })
  const state = readWith(new DatabaseError('hera.sqlite est endommagé. Restaurez une sauvegarde.'))
  expect(state.parts.map(({ name }) => name)).toEqual(['database', 'disk', 'age', 'launch'])
  expect(state.parts[0]).toMatchObject({ status: 'fail', sentence: expect.stringContaining('est endommagé') })
  expect(() => readWith(new TypeError('no'))).toThrow(TypeError)
})

it('the state of the database fails if tables differ from the forms', () => {
  expect(part('database')).toMatchObject({ status: 'pass', remedy: '' })
  db.exec('ALTER TABLE contact_messages RENAME COLUMN message TO text')
  expect(part('database')).toMatchObject({ status: 'fail', sentence: expect.stringContaining('champ message') })
})

it.each([
  [99, 'fail'],
  [100, 'warn'],
  [999, 'warn'],
  [1000, 'pass'],
] as const)('diskState with %s MB left: %s', (free, status) => {
  expect(diskState(free).status).toBe(status)
})

it('the state of the launch fails if facts are missing on a public site', () => {
  const missing = { ...build, missing: ['siren'] }
  expect(part('launch', { build: missing })).toMatchObject({
    status: 'fail',
    sentence: expect.stringContaining('le numéro SIREN'),
  })
  expect(part('launch', { build: { ...missing, siteUrl: 'http://localhost:4321' } })?.status).toBe('warn')
  expect(part('launch', { build: { ...build, campaignEnds: '2026-11-21' } })?.status).toBe('warn')
  expect(part('launch')?.status).toBe('pass')
  expect(part('launch', { build: { ...build, campaignEnds: '2026-11-22' } })?.status).toBe('pass')
  expect(part('launch', { build: undefined })).toBeUndefined()
  const lacking = { ...build, missing: ['siren', 'adresse'] }
  expect(part('launch', { build: lacking })?.sentence).toMatch(/le numéro SIREN.; l’adresse du siège\.$/)
})

it('freeMegabytes measures the disk of the database; the part is omitted if its folder is missing', () => {
  const { bavail, bsize } = statfsSync('.')
  expect(Math.abs(freeMegabytes('package.json') - (bavail * bsize) / 1e6)).toBeLessThan(1000)
  expect(part('disk', { databasePath: 'absent/hera.sqlite' })).toBeUndefined()
})
