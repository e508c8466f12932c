import { beforeEach, expect, it } from 'vitest'
import { KINDS } from '../../../src/server/all-kinds.ts'
import { createQueue, type Queue } from '../../../src/server/mail/backlog.ts'
import { mailState } from '../../../src/server/operations/state/mail-state.ts'
import { plain } from '../../plain.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BEGIN = '2026-11-22T18:00:00.000Z'

let queue: Queue
setUpTestBackend(BEGIN)
beforeEach(() => {
  queue = createQueue(backend.db, backend.clock, 300, KINDS)
})

const add = (kind: string, count: number) => {
  for (let n = 0; n < count; n++) {
    const recipient = kind === 'lead' ? null : `${kind}${n}@exemple.fr`
    backend.outbox.add({ kind, form: 'contact', about: `C-${n}`, recipient })
  }
}
const state = () => {
  const { status, sentence } = mailState(backend.db, backend.goTo(0), queue)
  return { status, sentence: plain(sentence) }
}

it('the backlog is empty while the hourly budget suffices for what is queued', () => {
  add('acknowledgement', 200)
  expect(queue.backlogs(), 'backlogs').toEqual([])
  expect(queue.waitOf('confirmation'), 'delay of a confirmation request').toBe(0)
  expect(queue.waitOf('inconnu'), 'delay of an unknown kind').toBe(0)
})

it('the backlog lists what waits for the budget, since when, and when the last of it is sent', () => {
  add('acknowledgement', 500)
  backend.sendAll()
  // 210 are sent at once and 290 wait: 210 of them until the hour is over, then 80 an hour.
  expect(queue.backlogs()).toEqual([
    {
      stream: 'persons',
      kinds: [{ label: 'accusé', count: 290, since: BEGIN }],
      since: BEGIN,
      until: new Date('2026-11-22T20:00:00.000Z'),
    },
  ])
  expect(queue.waitOf('confirmation'), 'delay of a confirmation request').toBe(2 * HOUR)
  expect(queue.waitOf('withdrawal'), 'delay of a withdrawal').toBe(0)
  let last = ''
  for (let minutes = 5; minutes <= 3 * 60; minutes += 5) {
    backend.goTo(5 * MINUTE)
    if (backend.sendAll().length > 0) last = backend.goTo(0).toISOString()
  }
  expect(last).toBe('2026-11-22T20:00:00.000Z')
})

it('the end of the backlog is right after MAIL_PER_HOUR was lowered', () => {
  add('acknowledgement', 60)
  backend.sendAll()
  add('acknowledgement', 60)
  backend.goTo(10 * MINUTE)
  const [backlog] = createQueue(backend.db, backend.clock, 10, KINDS).backlogs()
  const policy = backend.policyFor({ to: [], toByForm: {}, perHour: 10 })
  const send = backend.db.prepare('UPDATE outbox SET sent_at = ? WHERE id IN (SELECT value FROM json_each(?))')
  for (let waits = true; waits; waits = backend.count('outbox WHERE sent_at IS NULL') > 0) {
    const now = backend.goTo(10 * MINUTE).toISOString()
    for (let next = policy.choose(); next; next = policy.choose()) send.run(now, JSON.stringify(next.ids))
  }
  expect(backlog?.until).toEqual(backend.clock())
})

it('the delay of a new sign-up is computed for two hours at most, even if a flood queued more', () => {
  const waits = () => createQueue(backend.db, backend.clock, 10, KINDS).waitOf('confirmation')
  add('confirmation', 20)
  const full = waits()
  expect(full, 'delay of a confirmation request').toBeGreaterThan(HOUR)
  add('confirmation', 100)
  expect(waits()).toBe(full)
})

it('mailState warns after half an hour with a sentence that contains the end and the reason', () => {
  add('confirmation', 250)
  backend.sendAll()
  backend.goTo(30 * MINUTE)
  expect(state().status).toBe('pass')
  backend.goTo(1)
  expect(state()).toEqual({
    status: 'warn',
    sentence:
      '40 e-mails attendent (confirmation), le dernier part vers 20 h : le site n’en envoie qu’un certain nombre par heure.',
  })
})

it('mailState fails if replies of the owner wait longer than half an hour for the budget', () => {
  add('reply', 250)
  backend.sendAll()
  backend.goTo(30 * MINUTE + 1)
  expect(state()).toMatchObject({ status: 'fail', sentence: expect.stringContaining('par heure') })
})
