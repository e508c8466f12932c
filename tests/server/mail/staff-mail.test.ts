import { beforeEach, describe, expect, it } from 'vitest'
import { changeFollowUp } from '../../../src/server/leads/follow-up/follow-up.ts'
import { createOutbox } from '../../../src/server/mail/outbox.ts'
import { createPolicy } from '../../../src/server/mail/policy.ts'
import { createStaffMail } from '../../../src/server/mail/staff-mail.ts'
import { createMessages } from '../../../src/server/mail/text/messages.ts'
import { hasNews, weekFigures } from '../../../src/server/mail/week-figures.ts'
import { insertLeads } from '../../insert-leads.ts'
import { insertMessage } from '../../insert-rows.ts'
import { db, setUpDatabase } from '../../memory-database.ts'

let now = ''
setUpDatabase()
let run: () => void
let start: () => void
beforeEach(() => {
  const clock = () => new Date(now)
  db.exec("INSERT INTO notices VALUES ('000000000000', 'contact', '', '2020-01-01T00:00:00.000Z')")
  const policy = createPolicy(db, clock, { to: [], toByForm: {}, perHour: 300 }, [])
  let number = 0
  const outbox = createOutbox(db, clock, policy, () => `${++number}@hera.example`)
  start = () => {
    run = createStaffMail(db, outbox, clock)
  }
  start()
})

const received = (reference: string, at: string, more = '') => {
  insertLeads(db, [{ reference, created_at: at }])
  db.exec(more)
}
const at = (time: string) => {
  now = time
  // A run that fails, for example because the database is locked, must not count as done.
  db.pragma('query_only = ON')
  try {
    run()
  } catch {}
  db.pragma('query_only = OFF')
  run()
  return db.prepare('SELECT kind, coalesce(reference, about) FROM outbox ORDER BY id').raw().all()
}

// Monday 23 November 2026; Paris is one hour ahead of UTC.
it('the weekly summary is queued once on Monday from eight in Paris if there is news, even after a restart', () => {
  received('C-1', '2026-11-18T10:00:00.000Z')
  expect(at('2026-11-22T23:00:00.000Z'), 'messages at midnight').toEqual([])
  expect(at('2026-11-23T06:59:59.000Z'), 'messages a second before eight').toEqual([])
  expect(at('2026-11-23T07:00:00.000Z')).toEqual([['weekly', '2026-11-23']])
  start()
  expect(at('2026-11-23T18:00:00.000Z')).toEqual([['weekly', '2026-11-23']])
  expect(at('2026-11-24T08:00:00.000Z')).toEqual([['weekly', '2026-11-23']])
})

it('the weekly summary is not queued after a week without news', () => {
  received('C-1', '2026-11-10T10:00:00.000Z', "UPDATE leads SET state = 'répondue'")
  expect(at('2026-11-23T07:00:00.000Z')).toEqual([])
})

it('a reminder is queued once on its day from eight in Paris, and again when another day is chosen', () => {
  received('C-1', '2026-11-18T10:00:00.000Z')
  const remind = (remind_on: string, version: number) =>
    changeFollowUp(db, () => new Date(now), 'C-1', { remind_on }, version, null)
  now = '2026-11-24T10:00:00.000Z'
  expect(remind('2026-11-25', 0)).toEqual({ kind: 'changed' })
  expect(at('2026-11-25T06:59:59.000Z'), 'messages a second before eight').toEqual([])
  expect(at('2026-11-25T07:00:00.000Z')).toEqual([['reminder', 'C-1']])
  expect(at('2026-11-25T07:00:02.000Z')).toEqual([['reminder', 'C-1']])
  expect(remind('2026-11-25', 1), 'the same day once more').toEqual({ kind: 'changed' })
  expect(at('2026-11-25T07:00:03.000Z')).toEqual([['reminder', 'C-1']])
  expect(remind('2026-11-26', 2)).toEqual({ kind: 'changed' })
  expect(at('2026-11-26T07:00:00.000Z')).toEqual(Array(2).fill(['reminder', 'C-1']))
  received('C-2', now, "UPDATE leads SET remind_on = '2026-11-26' WHERE reference = 'C-2'")
  expect(at('2026-11-26T07:00:01.000Z').at(-1), 'one set for the same day').toEqual(['reminder', 'C-2'])
})

it('the weekly summary quotes the failed checks of the installation literally', () => {
  const messages = createMessages('https://hera.example', () => new Date('2026-11-20T10:00:00.000Z'))
  const { text, html } = messages.weekly(weekFigures(db, '2026-11-23'), [
    { title: 'Sauvegarde', sentence: 'La dernière est du 3 mai.' },
    { title: 'E-mails', sentence: 'Réponse : 550 [ici](https://evil.example) {{ x }}' },
  ])
  const plain = text.replace(/[\u00A0\u202F]/g, ' ')
  expect(plain).toContain('Sauvegarde : à réparer')
  expect(plain).toContain('La dernière est du 3 mai.')
  expect(plain).toContain('E-mails : à réparer')
  expect(plain).toContain('550 [ici](https://evil.example) {{ x }}')
  expect(html).not.toContain('href="https://evil.example')
  expect(plain).not.toMatch(/\bhera \w+/)
})

describe('the figures of a week', () => {
  const MONDAY = '2026-11-23'
  /** 08:00 in Paris. */
  const END = '2026-11-23T07:00:00.000Z'
  const BEFORE_END = '2026-11-23T06:59:59.999Z'

  it('cover the seven days up to Monday at eight, suspected submissions apart', () => {
    received('C-0', '2026-11-16T06:59:59.999Z', "UPDATE leads SET state = 'répondue'")
    received('C-1', '2026-11-16T07:00:00.000Z')
    received('C-2', BEFORE_END)
    received('C-3', END)
    for (const n of [4, 5])
      received(`C-${n}`, BEFORE_END, `UPDATE leads SET suspected_spam = 1 WHERE reference = 'C-${n}'`)
    received('R-6', BEFORE_END, "UPDATE leads SET form = 'withdrawal' WHERE reference = 'R-6'")
    const figures = weekFigures(db, MONDAY)
    expect(figures).toMatchObject({ until: END, received: { contact: 2 }, suspected: 2, lastBackup: undefined })
    expect(figures.waiting, 'leads to answer, without the withdrawal').toEqual(['2026-11-16T07:00:00.000Z', BEFORE_END])
    expect(figures.refunds.count, 'refunds').toBe(1)
  })

  it('contain the visits of the seven days before Monday and of the seven before those', () => {
    const days = ['11-08', '11-09', '11-15', '11-16', '11-22', '11-23']
    const visit = db.prepare("INSERT INTO visits VALUES (?, 'visit', '', ?)")
    for (const [power, day] of days.entries()) visit.run(`2026-${day}`, 10 ** power)
    expect(weekFigures(db, MONDAY).visits).toMatchObject({ visits: 11_000, visitsBefore: 110 })
  })

  it('contain the reminders from Monday to Sunday in order', () => {
    for (const [n, day] of ['2026-11-22', '2026-11-29', '2026-11-23', '2026-11-30'].entries())
      received(`C-${n}`, '2026-11-01T00:00:00.000Z', `UPDATE leads SET remind_on = '${day}' WHERE reference = 'C-${n}'`)
    expect(weekFigures(db, MONDAY).reminders).toMatchObject([
      { reference: 'C-2', remind_on: '2026-11-23' },
      { reference: 'C-1', remind_on: '2026-11-29' },
    ])
  })

  it('contain the five that waited longest, and the replies begun but not sent to leads that wait', () => {
    for (const n of [1, 2, 3, 4, 5, 6]) received(`C-${n}`, `2026-11-1${9 - n}T10:00:00.000Z`)
    received('C-7', '2026-11-01T10:00:00.000Z', "UPDATE leads SET state = 'répondue' WHERE reference = 'C-7'")
    for (const [author, reference, fields, at] of [
      ['a@b.fr', 'C-1', { reponse: 'Bonjour' }, END],
      ['a@b.fr', 'C-2', { reponse: 'Bonjour' }, BEFORE_END],
      ['c@d.fr', 'C-2', { reponse: 'Bonsoir' }, '2026-11-23T07:00:01.000Z'],
      ['a@b.fr', 'C-3', { reponse: ' ' }, END],
      ['a@b.fr', 'C-4', { note: 'Une note' }, END],
      ['a@b.fr', 'C-7', { reponse: 'Bonjour' }, END],
    ] as const)
      db.prepare('INSERT INTO drafts VALUES (?, ?, ?, ?, ?)').run(
        author,
        reference,
        reference,
        JSON.stringify(fields),
        at,
      )
    const { urgent, unsent } = weekFigures(db, MONDAY)
    expect(urgent.map(({ reference }) => reference)).toEqual(['C-6', 'C-5', 'C-4', 'C-3', 'C-2'])
    expect(unsent.begun.map(({ reference }) => reference)).toEqual(['C-2', 'C-1'])
  })

  it('list leads to answer before reminders, and postponed leads last', () => {
    received('C-1', '2026-11-01T10:00:00.000Z', "UPDATE leads SET remind_on = '2026-11-30'")
    received(
      'C-2',
      '2026-11-02T10:00:00.000Z',
      "UPDATE leads SET state = 'répondue', remind_on = '2026-11-22' WHERE reference = 'C-2'",
    )
    received('C-3', '2026-11-20T10:00:00.000Z')
    expect(weekFigures(db, MONDAY).urgent.map(({ reference }) => reference)).toEqual(['C-3', 'C-2', 'C-1'])
  })

  it('count the e-mails that are unsent for half an hour', () => {
    for (const at of ['2026-11-23T06:29:59.999Z', '2026-11-23T06:30:00.000Z']) insertMessage(db, at, { kind: 'reply' })
    expect(weekFigures(db, MONDAY).unsent.emails).toBe(1)
  })

  it('are news if anything was received or waits', () => {
    const quiet = weekFigures(db, MONDAY)
    expect(hasNews(quiet), 'a quiet week is news').toBe(false)
    expect(hasNews({ ...quiet, received: { contact: 1 } }), 'a submission is news').toBe(true)
    expect(hasNews({ ...quiet, suspected: 1 }), 'a suspected submission is news').toBe(true)
    expect(hasNews({ ...quiet, waiting: [END] }), 'a waiting submission is news').toBe(true)
    received('C-1', '2026-11-10T10:00:00.000Z')
    const [lead] = weekFigures(db, MONDAY).urgent
    if (!lead) throw new Error('nothing is urgent')
    expect(hasNews({ ...quiet, reminders: [lead] }), 'a reminder is news').toBe(true)
    expect(hasNews({ ...quiet, refunds: { leads: [lead], count: 1 } }), 'a refund is news').toBe(true)
    expect(hasNews({ ...quiet, unsent: { ...quiet.unsent, begun: [lead] } }), 'a begun reply is news').toBe(true)
    expect(hasNews({ ...quiet, unsent: { ...quiet.unsent, emails: 1 } }), 'an unsent e-mail is news').toBe(false)
  })

  it('assign each lead to one week in Paris time, even if the clock changes on a Sunday', () => {
    const times = [
      '2027-03-22T06:30:00.000Z',
      '2027-03-22T07:30:00.000Z',
      '2027-10-25T06:30:00.000Z',
      '2027-10-25T05:30:00.000Z',
    ]
    for (const [n, at] of times.entries()) received(`C-${n}`, at)
    const weeks = ['2027-03-22', '2027-03-29', '2027-10-25', '2027-11-01'].map(
      (monday) => weekFigures(db, monday).received.contact ?? 0,
    )
    expect(weeks).toEqual([1, 1, 1, 1])
  })
})
