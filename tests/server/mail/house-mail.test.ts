import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../../src/server/database/database.ts'
import { createHouseMail } from '../../../src/server/mail/house-mail.ts'
import { openPolicy } from '../../../src/server/mail/open.ts'
import { createOutbox } from '../../../src/server/mail/outbox.ts'
import { createEmails } from '../../../src/server/mail/text/emails.ts'
import { createMessages } from '../../../src/server/mail/text/messages.ts'
import { weekFigures } from '../../../src/server/mail/week-figures.ts'
import type { State } from '../../../src/server/state/read-state.ts'

const WELL: State = { status: 'pass', at: '2026-11-23T07:00:00.000Z', parts: [] }

let now = ''
let db: ReturnType<typeof openDatabase>
let run: () => void
beforeEach(() => {
  const clock = () => new Date(now)
  db = openDatabase(':memory:')
  const policy = openPolicy(db, { to: ['atelier@hera.example'], toByForm: {}, perHour: 300 }, clock)
  let number = 0
  const outbox = createOutbox(db, clock, policy, () => `${++number}@hera.example`)
  run = createHouseMail(db, outbox, clock)
})
afterEach(() => db.close())

const received = (reference: string, at: string, more = '') =>
  db.exec(
    `INSERT INTO follow_ups (reference, form, received_at, suspected) VALUES ('${reference}', 'contact', '${at}', 0); ${more}`,
  )
const at = (time: string) => {
  now = time
  run()
  return db.prepare('SELECT kind, reference FROM outbox ORDER BY id').raw().all()
}

// Monday 23 November 2026; Paris is an hour ahead of UTC.
it('writes on Monday from eight in Paris, once, where something waits', () => {
  received('C-1', '2026-11-18T10:00:00.000Z')
  expect(at('2026-11-22T23:00:00.000Z')).toEqual([])
  expect(at('2026-11-23T06:59:59.000Z')).toEqual([])
  expect(at('2026-11-23T07:00:00.000Z')).toEqual([['weekly', '2026-11-23']])
  expect(at('2026-11-23T18:00:00.000Z')).toEqual([['weekly', '2026-11-23']])
  expect(at('2026-11-24T08:00:00.000Z')).toHaveLength(1)
})

it('writes nothing on the Monday of a week without anything', () => {
  received('C-1', '2026-11-10T10:00:00.000Z', "UPDATE follow_ups SET state = 'répondue'")
  expect(at('2026-11-23T07:00:00.000Z')).toEqual([])
})

it('reminds on its day from eight in Paris, once, and again when another day is chosen', () => {
  received('C-1', '2026-11-18T10:00:00.000Z', "UPDATE follow_ups SET remind_on = '2026-11-25'")
  expect(at('2026-11-25T06:59:59.000Z')).toEqual([])
  expect(at('2026-11-25T07:00:00.000Z')).toEqual([['reminder', 'C-1']])
  expect(at('2026-11-25T07:00:02.000Z')).toHaveLength(1)
  db.exec("UPDATE follow_ups SET remind_on = '2026-11-26', reminded_at = NULL")
  expect(at('2026-11-26T07:00:00.000Z')).toHaveLength(2)
})

it('says what came, what waits and since when, what is late, and that no backup was made', () => {
  received('C-1', '2026-11-17T10:00:00.000Z')
  received('C-2', '2026-11-22T10:00:00.000Z')
  received('C-3', '2026-11-19T10:00:00.000Z', "UPDATE follow_ups SET suspected = 1 WHERE reference = 'C-3'")
  const messages = createMessages(createEmails('https://hera.example'), 'https://hera.example')
  const { subject, text } = messages.weekly(weekFigures(db, '2026-11-23'), WELL)
  const plain = text.replace(/[\u00A0\u202F]/g, ' ')
  expect(subject.replace(/[\u00A0\u202F]/g, ' ')).toBe('Le point du lundi : 2 demandes attendent')
  expect(plain).toContain('2 envois reçus depuis lundi dernier. Message de contact : 2.')
  expect(plain).toContain(
    '2 demandes attendent une réponse, dont 1 au-delà du délai promis ; la plus ancienne est du 17 novembre 2026.',
  )
  expect(plain).toContain('1 envoi suspect à regarder')
  expect(plain).toContain('Aucune sauvegarde')
  expect(plain).toContain('https://hera.example/bureau')
  expect(plain).not.toMatch(/\bhera \w+/)
})

it('names what of the installation needs a person, word for word, and nothing else of it', () => {
  const messages = createMessages(createEmails('https://hera.example'), 'https://hera.example')
  const { text, html } = messages.weekly(weekFigures(db, '2026-11-23'), {
    ...WELL,
    status: 'fail',
    parts: [
      { name: 'disk', title: 'Disque', status: 'warn', sentence: '900 Mo libres sur le disque.', remedy: 'hera purge' },
      {
        name: 'backup',
        title: 'Sauvegarde',
        status: 'fail',
        sentence: 'La dernière est du 3 mai.',
        remedy: 'hera backup',
      },
      { name: 'mail', title: 'E-mails', status: 'fail', sentence: 'Réponse : 550 [ici](https://evil.example) {{ x }}' },
    ],
  })
  const plain = text.replace(/[\u00A0\u202F]/g, ' ')
  expect(plain).toContain('Sauvegarde : à réparer')
  expect(plain).toContain('La dernière est du 3 mai.')
  expect(plain).toContain('E-mails : à réparer')
  expect(plain).toContain('550 [ici](https://evil.example) {{ x }}')
  expect(html).not.toContain('href="https://evil.example')
  expect(plain).not.toMatch(/Disque|\bhera \w+/)
})
