import { describe, expect, it } from 'vitest'
import { DatabaseError } from '../../../../src/server/database/database.ts'
import { recordFailure, recordRun, type Task } from '../../../../src/server/database/small-facts.ts'
import { noteMailServer } from '../../../../src/server/mail/results.ts'
import { roomState } from '../../../../src/server/operations/state/database-state.ts'
import { readState } from '../../../../src/server/operations/state/read-state.ts'
import { insertMessage } from '../../../support/insert-rows.ts'
import { db, setUpDatabase } from '../../../support/memory-database.ts'
import { plain } from '../../../support/plain.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const now = new Date('2026-11-22T10:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()

setUpDatabase()

type Extra = Partial<Parameters<typeof readState>[0]>
const INPUTS = { databasePath: 'package.json', sendsEmail: true, readsMail: false, now }
const read = (extra: Extra = {}) => readState({ ...INPUTS, db: () => db, ...extra })
/** Returns status, sentence and remedy of a part, with plain spaces. */
const part = (name: string, extra: Extra = {}) => {
  const found = read(extra).parts.find((each) => each.name === name)
  return found && { status: found.status, sentence: plain(found.sentence), remedy: plain(found.remedy) }
}
const ran = (task: Task, ms: number) => recordRun(db, task, new Date(ago(ms)))
const queue = (columns: Record<string, string | number | null>) =>
  insertMessage(db, ago(0), { recipient: columns.kind === 'lead' ? null : 'lea@exemple.fr', ...columns })

it('the state has the status of its worst part', () => {
  ran('backup', HOUR)
  ran('purge', HOUR)
  expect(read()).toMatchObject({ status: 'pass', at: now.toISOString() })
  expect(read({ sendsEmail: false }).status).toBe('warn')
  ran('backup', 3 * DAY)
  expect(read({ sendsEmail: false }).status).toBe('fail')
})

it('a database that cannot be opened is one part; the others are checked, and a programming error is thrown', () => {
  const readWith = (error: Error) =>
    read({
      db() {
        throw error
      },
    })
  const { parts } = readWith(new DatabaseError('hera.sqlite est endommagé.'))
  expect(parts.map(({ name }) => name)).toEqual(['database', 'disk'])
  expect(parts[0]).toMatchObject({ status: 'fail', sentence: expect.stringContaining('est endommagé') })
  expect(() => readWith(new TypeError('no'))).toThrow(TypeError)
})

describe('e-mail', () => {
  it.each([
    ['lead', 'fail'],
    ['acknowledgement', 'warn'],
  ] as const)('that waits for more than half an hour is shown: of kind %s, %s', (kind, status) => {
    queue({ kind, created_at: ago(30 * MINUTE) })
    // A letter may take days. Its row is not needed here.
    db.pragma('foreign_keys = OFF')
    queue({ kind: 'letter', letter: 1, created_at: ago(3 * DAY) })
    expect(part('mail')?.status).toBe('pass')
    queue({ kind, created_at: ago(30 * MINUTE + 1) })
    expect(part('mail')).toMatchObject({ status, remedy: expect.stringContaining('hera mail retry') })
    expect(part('mail')?.sentence).toContain('depuis le dimanche 22 novembre 2026 à 10 h 29')
  })

  it('warns about a failing mail server, and fails after 15 minutes', () => {
    noteMailServer(db, { failures: 1, pausedUntil: null, lastError: 'Invalid login: 535' })
    queue({ kind: 'welcome', created_at: ago(15 * MINUTE) })
    expect(part('mail')).toMatchObject({
      status: 'warn',
      sentence: expect.stringMatching(/rien, 1 en attente\..*le nom ou le mot de passe/),
    })
    queue({ kind: 'welcome', created_at: ago(15 * MINUTE + 1) })
    expect(part('mail')).toMatchObject({ status: 'fail', remedy: expect.stringContaining('hera mail test') })
  })

  it('fails for a week if an address of MAIL_TO rejects a notice', () => {
    const refused = { attempts: 1, failure: 'expired', last_error: '552 mailbox full' }
    queue({ kind: 'lead', created_at: ago(8 * DAY), failed_at: ago(7 * DAY - 1), ...refused })
    expect(part('mail')).toMatchObject({ status: 'fail', sentence: expect.stringContaining('pleine') })
    db.pragma('foreign_keys = OFF')
    db.prepare("UPDATE outbox SET failed_at = ?, reference = 'C-1', about = NULL").run(ago(7 * DAY))
    expect(part('mail')).toMatchObject({ status: 'warn', sentence: expect.stringContaining(': 1 (C-1).') })
  })
})

describe('the backup', () => {
  it('fails after a failure until one succeeds, however recent the last good one is', () => {
    ran('backup', HOUR)
    recordFailure(db, 'backup', new Date(ago(MINUTE)))
    expect(part('backup')?.status).toBe('fail')
    ran('backup', 0)
    expect(part('backup')?.status).toBe('pass')
  })

  it('fails if the last one, or without one the first start, is more than 48 hours ago', () => {
    db.exec(`INSERT INTO notices VALUES ('abcdefghijkl', 'contact', '', '${ago(2 * DAY)}')`)
    expect(part('backup')).toMatchObject({ status: 'warn', remedy: expect.stringContaining('hera backup') })
    db.exec(`UPDATE notices SET first_used_at = '${ago(2 * DAY + 1)}'`)
    expect(part('backup')?.status).toBe('fail')
    ran('backup', 2 * DAY)
    expect(part('backup')).toMatchObject({ status: 'pass', remedy: '' })
    ran('backup', 2 * DAY + 1)
    expect(part('backup')?.status).toBe('fail')
  })
})

it('the daily purge warns after 48 hours, and fails with its command while it waits for a person', () => {
  ran('purge', 2 * DAY)
  expect(part('purge')?.status).toBe('pass')
  ran('purge', 2 * DAY + 1)
  expect(part('purge')?.status).toBe('warn')
  ran('purge', 7 * DAY + 1)
  expect(part('purge')).toMatchObject({ status: 'fail', remedy: expect.stringContaining('hera purge') })
})

it.each([
  [99, 'fail'],
  [999, 'warn'],
  [1000, 'pass'],
])('a disk with %s MB left: %s', (free, status) => {
  expect(roomState(free).status).toBe(status)
})
