import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KINDS } from '../../../src/model/email-kinds.ts'
import type { Writer, Writers } from '../../../src/server/mail/kinds.ts'
import type { Mail } from '../../../src/server/mail/mail.ts'
import { retryMessages } from '../../../src/server/mail/outbox-admin.ts'
import { noteMailServer } from '../../../src/server/mail/results.ts'
import { createSender } from '../../../src/server/mail/sender.ts'
import { SmtpError, type Step } from '../../../src/server/mail/transport.ts'
import { catchOutput, written } from '../../support/caught-output.ts'
import { insertLetter } from '../../support/insert-rows.ts'
import { openTestBackend, type TestBackend } from '../test-backend.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Interval of polling the outbox, in milliseconds. */
const POLL = 2000
const BEGIN = '2026-11-22T10:00:00.000Z'
const HOUSE = 'atelier@hera.example'

const refusal = (step: Step, status?: number, uncertain = false) =>
  new SmtpError(step, 'ECODE', status, `${status} lea@exemple.fr`, uncertain)
const NO_SUCH_USER = refusal('recipient', 550)

catchOutput()
let backend: TestBackend
let sender: ReturnType<typeof createSender>
/** Response of the mail server to the next e-mails; by default it accepts all. */
let answer: (mail: Mail) => string | Error | Promise<string>
let went: string[]
let closed: number
let clockIsDoubted: boolean
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(BEGIN), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  backend = openTestBackend(BEGIN, ':memory:', () => new Date())
  // These messages belong to no lead.
  backend.db.pragma('foreign_keys = OFF')
  answer = () => ''
  went = []
  closed = 0
  clockIsDoubted = false
})
afterEach(async () => {
  await sender.stop()
  vi.useRealTimers()
  backend.db.close()
})

const writeMail: Writer['write'] = ({ messages: [{ recipient }] }) => {
  const to = [recipient ?? HOUSE]
  return { to, subject: 'Sujet', text: 'Texte', html: '<p>Texte</p>', headers: {} }
}
type Parts = Partial<Parameters<typeof createSender>[0] & Writer>
const start = async ({ write = writeMail, onFailed = () => undefined, ...parts }: Parts = {}) => {
  sender = createSender({
    order: backend.order,
    results: backend.results,
    writers: Object.fromEntries(KINDS.map(({ name }) => [name, { write, onFailed }])) as Writers,
    transport: {
      async deliver(mail) {
        const said = await answer(mail)
        if (said instanceof Error) throw said
        went.push(...mail.to)
        return said
      },
      verify: async () => undefined,
      close: () => {
        closed += 1
      },
    },
    queueDue: () => undefined,
    clock: () => new Date(),
    isClockDoubted: () => clockIsDoubted,
    ...parts,
  })
  sender.wake()
  await pass(0)
}
/** Advances the time; the sender polls the outbox as often as it wants. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Jumps ahead by `ms`; the sender polls only once. */
const leap = (ms: number) => {
  vi.setSystemTime(Date.now() + ms - POLL)
  return pass(POLL)
}
const queue = (kind: 'lead' | 'acknowledgement' | 'letter') => {
  const recipient = kind === 'lead' ? null : 'lea@exemple.fr'
  if (kind === 'letter') insertLetter(backend.db, BEGIN)
  const letter = kind === 'letter' ? { letter: 1 } : {}
  backend.outbox.add({ kind, form: 'newsletter', reference: 'C-1', recipient, ...letter })
}
const row = () => backend.rows('SELECT attempts, sent_at, failure, last_error FROM outbox')[0]
const log = () => written.out + written.err

describe('a queued message', () => {
  it('is sent on wake() or at the next poll, one after the other', async () => {
    const queueDue = vi.fn()
    await start({ queueDue })
    expect(queueDue).toHaveBeenCalledTimes(1)
    queue('lead')
    await pass(POLL - 1)
    expect(went, 'sent before the next poll').toEqual([])
    await pass(1)
    expect(went).toEqual([HOUSE])
    queue('acknowledgement')
    queue('lead')
    sender.wake()
    await pass(0)
    expect(went).toEqual([HOUSE, HOUSE, 'lea@exemple.fr'])
    expect(log()).toBe('')
  })

  it('that a process was sending when it died is sent at the next start', async () => {
    queue('lead')
    backend.taken()
    await start()
    expect(went).toEqual([HOUSE])
  })

  it('stays queued when the process ends, except the one being sent, which is finished', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    answer = () => promise
    queue('lead')
    queue('acknowledgement')
    await start()
    const stopped = sender.stop()
    resolve('')
    await stopped
    sender.wake()
    await pass(HOUR)
    expect([went, closed]).toEqual([[HOUSE], 1])
    expect(backend.rows('SELECT sent_at, claimed_at FROM outbox')).toEqual([
      { sent_at: BEGIN, claimed_at: null },
      { sent_at: null, claimed_at: null },
    ])
  })
})

it.each<[string, Error, number[], number]>([
  ['every message, which counts for none', refusal('port'), [2, 10, 60, 300, 900, 900], 0],
  ['one alone', refusal('recipient', 451), [60, 300, 900, 3600, 10_800, 21_600, 21_600], 8],
])('a failure of %s is tried again with growing pauses', async (_, error, seconds, attempts) => {
  const asked = vi.fn(() => error)
  answer = asked
  queue('acknowledgement')
  await start()
  const wakeIn = async (ms: number) => {
    vi.setSystemTime(Date.now() + ms)
    sender.wake()
    await pass(0)
  }
  for (const [n, wait] of seconds.entries()) {
    await wakeIn(wait * 1000 - 1)
    expect(asked, `attempts within ${wait} s`).toHaveBeenCalledTimes(n + 1)
    await wakeIn(1)
    expect(asked, `attempts after ${wait} s`).toHaveBeenCalledTimes(n + 2)
  }
  expect(row()).toMatchObject({ attempts, failure: null, sent_at: null })
})

it('a mail server that rejects every message is retried at once on the operator’s command, after a restart, or if the clock was ahead', async () => {
  answer = () => refusal('login', 535)
  queue('lead')
  await start()
  await pass(POLL)
  retryMessages(backend.db, backend.clock)
  await pass(POLL)
  expect(backend.results.server().failures, 'failures after the operator’s command').toBe(3)
  await sender.stop()
  await start()
  expect(backend.results.server().failures, 'failures after a restart').toBe(1)
  noteMailServer(backend.db, { failures: 1, pausedUntil: '2030-01-01T00:00:00.000Z', lastError: null })
  answer = () => ''
  await pass(POLL)
  expect(went).toEqual([HOUSE])
})

describe('a message that alone is rejected', () => {
  it('fails when it is five days old, but not while the clock is doubted', async () => {
    answer = () => refusal('message', 451)
    queue('acknowledgement')
    const failed = vi.fn()
    await start({ onFailed: failed })
    await leap(5 * DAY - 1)
    clockIsDoubted = true
    await leap(DAY)
    expect(failed, 'onFailed called before the last retry').not.toHaveBeenCalled()
    clockIsDoubted = false
    await leap(DAY)
    expect(row()).toMatchObject({ failure: 'expired', last_error: '451 lea@exemple.fr' })
    expect(failed.mock.calls.map(([, byAddress]) => byAddress)).toEqual([false])
    expect(log()).toContain('given up')
  })

  it.each<[string, Parameters<typeof queue>[0], string | Error, string | null, boolean[], string]>([
    ['to a visitor, by the address', 'acknowledgement', NO_SUCH_USER, 'refused', [true], 'refused for good'],
    ['to the house, which may correct MAIL_TO', 'lead', NO_SUCH_USER, null, [], 'next attempt 2026-11-22T10:01'],
    ['of a letter, by its text', 'letter', refusal('message', 550), 'refused', [false], 'refused for good'],
    ['of a letter, cut off', 'letter', refusal('message', undefined, true), 'unknown', [], 'it may have arrived'],
    ['by one of several recipients', 'lead', 'parti@hera.example : 550', null, [], 'some recipients refused'],
  ])('%s: is tried again, or not', async (_, kind, said, failure, byAddress, logged) => {
    answer = () => said
    queue(kind)
    const failed = vi.fn()
    await start({ onFailed: failed })
    expect(row()).toMatchObject({ failure, sent_at: typeof said === 'string' ? BEGIN : null })
    expect(failed.mock.calls.map(([, counts]) => counts)).toEqual(byAddress)
    expect(log()).toMatch(new RegExp(`ERROR mail ${kind} C-1: .*${logged}`))
    expect(log()).not.toMatch(/\w@\w/)
  })
})

describe('an error of the program or the disk', () => {
  it('postpones the message and is logged once', async () => {
    queue('acknowledgement')
    await start({
      write: () => {
        throw new Error('no words for lea')
      },
    })
    await leap(MINUTE)
    expect(row()).toMatchObject({ attempts: 2, last_error: 'Error: no words for lea' })
    expect(log().match(/ERROR outbox: .*no words/g), 'lines about an error that occurred twice').toHaveLength(1)
  })

  it('while a sent message is stored sends neither it again nor others before that is done', async () => {
    queue('lead')
    queue('acknowledgement')
    const full = () => {
      throw new Error('database or disk is full')
    }
    vi.spyOn(backend.results, 'sent').mockImplementationOnce(full).mockImplementationOnce(full)
    await start()
    await pass(POLL)
    expect(went).toEqual([HOUSE])
    await pass(POLL)
    expect(went).toEqual([HOUSE, 'lea@exemple.fr'])
    expect(row()).toMatchObject({ sent_at: '2026-11-22T10:00:04.000Z', failure: null })
  })
})
