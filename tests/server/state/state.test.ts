import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/server/database/database.ts'
import { DatabaseError, openDatabase } from '../../../src/server/database/database.ts'
import { diskState } from '../../../src/server/state/disk-state.ts'
import { readState } from '../../../src/server/state/read-state.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const now = new Date('2026-11-22T10:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
const build = { siteUrl: 'https://www.hera.fr', builtAt: ago(DAY), missing: [], campaignEnds: '2026-12-31' }

let db: Database
beforeEach(() => {
  db = openDatabase(':memory:')
})
afterEach(() => db.close())

const read = (extra: Partial<Parameters<typeof readState>[0]> = {}) =>
  readState({ db: () => db, databasePath: 'package.json', sendsEmail: true, build, now, ...extra })
/** What is said of a part, with plain spaces. */
const part = (name: string, extra: Partial<Parameters<typeof readState>[0]> = {}) => {
  const found = read(extra).parts.find((each) => each.name === name)
  const plain = (text = '') => text.replace(/[\u00A0\u202F]/g, ' ')
  return found && { status: found.status, sentence: plain(found.sentence), remedy: plain(found.remedy) }
}
const mark = (name: string, at: string) => db.prepare('INSERT OR REPLACE INTO marks VALUES (?, ?)').run(name, at)
let messages = 0
const queue = (columns: Record<string, string | number | null>) => {
  messages += 1
  const recipient = columns.kind === 'lead' ? null : 'lea@exemple.fr'
  const row = {
    message_id: `${messages}@x`,
    form: 'contact',
    reference: `C-${messages}`,
    recipient,
    mailbox: recipient,
    next_attempt_at: ago(0),
    ...columns,
  }
  const names = Object.keys(row)
  db.prepare(`INSERT INTO outbox (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})`).run(row)
}
const notice = (createdAt: string) =>
  db.prepare("INSERT INTO notices VALUES ('abcdefghijkl', 'contact', '', ?)").run(createdAt)
const lead = (createdAt: string) => {
  notice(createdAt)
  db.prepare(
    `INSERT INTO contact_messages (reference, submission_key, created_at, notice_version, name, email, subject, message)
     VALUES ('C-1', 'k', ?, 'abcdefghijkl', 'Léa', 'lea@exemple.fr', 'produit', 'Bonjour')`,
  ).run(createdAt)
}

it('is as well as its worst part', () => {
  mark('backup', ago(HOUR))
  mark('purge', ago(HOUR))
  expect(read()).toMatchObject({ status: 'pass', at: now.toISOString() })
  expect(read({ sendsEmail: false }).status).toBe('warn')
  mark('backup', ago(3 * DAY))
  expect(read({ sendsEmail: false }).status).toBe('fail')
})

describe('e-mail', () => {
  it('is well with a message on its way, and says when the last one went', () => {
    queue({ kind: 'lead', created_at: ago(2 * HOUR), sent_at: ago(2 * HOUR) })
    queue({ kind: 'lead', created_at: ago(MINUTE) })
    expect(part('mail')).toMatchObject({
      status: 'pass',
      sentence: 'Le dernier est parti le 22 novembre 2026 à 09:00:00 ; 1 en attente.',
    })
  })

  it('needs a person when a notice to the house waits for more than an hour', () => {
    queue({ kind: 'lead', created_at: ago(61 * MINUTE) })
    expect(part('mail')?.status).toBe('fail')
  })

  it('is worth a word when another message waits for more than a day, and not for a letter', () => {
    queue({ kind: 'letter', created_at: ago(3 * DAY) })
    expect(part('mail')?.status).toBe('pass')
    queue({ kind: 'acknowledgement', created_at: ago(25 * HOUR) })
    expect(part('mail')?.status).toBe('warn')
  })

  it('needs a person when the mail server takes nothing for more than a quarter of an hour', () => {
    db.prepare("UPDATE mail_server SET failures = 4, last_error = 'Invalid login: 535'").run()
    queue({ kind: 'acknowledgement', created_at: ago(14 * MINUTE) })
    expect(part('mail')).toMatchObject({ status: 'warn', sentence: expect.stringMatching(/Invalid login ?: 535$/) })
    queue({ kind: 'acknowledgement', created_at: ago(16 * MINUTE) })
    expect(part('mail')).toMatchObject({ status: 'fail', remedy: expect.stringContaining('hera mail test') })
  })

  it('names what was given up, and what refused at an address of the house', () => {
    queue({ kind: 'welcome', created_at: ago(6 * DAY), failed_at: ago(DAY), failure: 'expired' })
    expect(part('mail')).toMatchObject({ status: 'warn', sentence: 'E-mails refusés ou abandonnés : 1.' })
    expect(part('house-address')?.status).toBe('pass')
    queue({ kind: 'lead', created_at: ago(MINUTE), attempts: 1, last_error: 'RCPT TO: 550 no such user' })
    expect(part('house-address')).toMatchObject({ status: 'fail', sentence: expect.stringContaining('no such user') })
  })
})

describe('the backup', () => {
  it('needs a person when it is older than two nights', () => {
    mark('backup', ago(47 * HOUR))
    expect(part('backup')?.status).toBe('pass')
    mark('backup', ago(49 * HOUR))
    expect(part('backup')).toMatchObject({
      status: 'fail',
      sentence: 'La dernière, vérifiée, est du 20 novembre 2026 à 10:00:00.',
    })
  })

  it('may be missing on the first days only', () => {
    expect(part('backup')?.status).toBe('warn')
    notice(ago(3 * DAY))
    expect(part('backup')?.status).toBe('fail')
  })

  it('is not young because its date is to come', () => {
    mark('backup', ago(-2 * DAY))
    expect(part('backup')?.status).toBe('warn')
  })
})

describe('the clock', () => {
  it('is wrong before the build, and doubted a week after the last purge', () => {
    mark('purge', ago(6 * DAY))
    expect(part('clock')?.status).toBe('pass')
    mark('purge', ago(8 * DAY))
    expect(part('clock')?.status).toBe('fail')
    expect(part('purge')).toMatchObject({ status: 'fail', remedy: expect.stringContaining('hera purge') })
    mark('purge', ago(HOUR))
    expect(part('clock', { build: { ...build, builtAt: ago(-2 * HOUR) } })).toMatchObject({
      status: 'fail',
      sentence: expect.stringContaining('le site a été construit le 22 novembre 2026 à 13:00:00'),
    })
  })

  it('is doubted too when a submission has a date to come', () => {
    mark('purge', ago(HOUR))
    lead(ago(-2 * DAY))
    expect(part('clock')).toMatchObject({ status: 'warn', sentence: expect.stringContaining('24 novembre 2026') })
  })
})

describe('a database that cannot be used', () => {
  it('is one part, in the words of the server, and the rest is looked at', () => {
    const state = read({
      db: () => {
        throw new DatabaseError('hera.sqlite est endommagé. Restaurez une sauvegarde.')
      },
    })
    expect(state.parts.map(({ name }) => name)).toEqual(['database', 'disk', 'launch'])
    expect(state.parts[0]).toMatchObject({ status: 'fail', sentence: expect.stringContaining('est endommagé') })
  })

  it('does not hide a mistake of the program', () => {
    expect(() =>
      read({
        db: () => {
          throw new TypeError('no')
        },
      }),
    ).toThrow(TypeError)
  })
})

it('compares forms and tables', () => {
  db.exec('ALTER TABLE contact_messages RENAME COLUMN message TO text')
  expect(part('database')).toMatchObject({ status: 'fail', sentence: expect.stringContaining('champ message') })
})

it.each([
  [99, 'fail'],
  [100, 'warn'],
  [999, 'warn'],
  [1000, 'pass'],
] as const)('of %s MB that are left on the disk says %s', (free, status) => {
  expect(diskState(free).status).toBe(status)
})

it('wants the facts of the house before anyone can reach the site', () => {
  const missing = { ...build, missing: ['siren'] }
  expect(part('launch', { build: missing })).toMatchObject({
    status: 'fail',
    sentence: expect.stringContaining('siren'),
  })
  expect(part('launch', { build: { ...missing, siteUrl: 'http://localhost:4321' } })?.status).toBe('warn')
  expect(part('launch', { build: { ...build, campaignEnds: '2026-11-21' } })?.status).toBe('warn')
  expect(part('launch')?.status).toBe('pass')
})
