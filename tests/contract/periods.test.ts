import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type FormName, forms } from '../../src/forms/index.ts'
import { purge } from '../../src/server/leads/retention/retention.ts'
import { backend, setUpTestBackend } from '../server/test-backend.ts'
import { insertLetter, insertMessage } from '../support/insert-rows.ts'
import { answers } from '../support/samples.ts'
import { CONFIRM_DAYS, MAIL_TRACE_DAYS, RETENTION_MONTHS, SAME_CONTENT_MS, UNSUBSCRIBED_DAYS } from './figures.ts'

const DAY = 86_400_000
const BEGIN = '2026-11-15T10:00:00.000Z'

setUpTestBackend(BEGIN)

const store = (name: FormName) => backend.store.add(forms[name], answers(name), { suspectedSpam: false }).reference
const after = (ms: number) => new Date(Date.parse(BEGIN) + ms)
/** Rows of a table that a purge leaves just before and just after a time from the beginning. */
const around = (ms: number, table: string) =>
  [ms, ms + 1].map((each) => {
    purge(backend.db, backend.goTo(after(each).toISOString()))
    return backend.count(table)
  })

// From which day they count: server/leads/retention/retention.test.ts.
it.each(Object.entries(RETENTION_MONTHS))('content brief §2 «Processing»: %s is kept %i months', (name, months) => {
  const reference = store(name as FormName)
  const end = new Date(BEGIN)
  end.setUTCMonth(end.getUTCMonth() + months)
  expect(around(end.getTime() - Date.parse(BEGIN), forms[name as FormName].table), reference).toEqual([1, 0])
})

it(`docs/decisions/0008: an unsubscribed sign-up is deleted after ${UNSUBSCRIBED_DAYS} days`, () => {
  backend.consent.unsubscribe(backend.join().unsubscribe)
  expect(around(UNSUBSCRIBED_DAYS * DAY, 'newsletter_subscriptions')).toEqual([1, 0])
})

it(`privacy policy §6: an unconfirmed sign-up is deleted ${CONFIRM_DAYS} days after the confirmation request`, () => {
  backend.join()
  expect(around(CONFIRM_DAYS * DAY, 'newsletter_subscriptions')).toEqual([1, 0])
})

it(`docs/decisions/0008: confirmation links expire after ${CONFIRM_DAYS} days, unsubscribe links do not`, () => {
  const { confirm, unsubscribe } = backend.join()
  backend.goTo(after(CONFIRM_DAYS * DAY + 1).toISOString())
  expect(backend.consent.confirm(confirm), 'an expired confirmation link').toBeUndefined()
  backend.goTo(after(CONFIRM_DAYS * DAY).toISOString())
  expect(backend.consent.confirm(confirm), 'a confirmation link on its last day').toBeDefined()
  purge(backend.db, after(CONFIRM_DAYS * DAY + 1))
  expect(backend.consent.unsubscribe(unsubscribe), 'an unsubscribe link').toBeDefined()
})

it.each([
  [MAIL_TRACE_DAYS, 'Trace de l’envoi'],
  [UNSUBSCRIBED_DAYS, 'Avec l’inscription, effacée'],
  [CONFIRM_DAYS, 'sans confirmation de votre part'],
])('privacy policy §6 states %i days after «%s»', (days, words) => {
  const [, after = ''] = readFileSync('dist/client/privacy.html', 'utf8').split(words)
  expect(/\d+\s[a-z]+/.exec(after)?.[0]).toMatch(new RegExp(`^${days}\\sjours$`))
})

it(`privacy policy §6: traces of e-mails are kept ${MAIL_TRACE_DAYS} days, of a withdrawal as long as its row`, () => {
  for (const name of ['contact', 'withdrawal'] as const) store(name)
  backend.mails()
  insertLetter(backend.db, BEGIN)
  insertMessage(backend.db, BEGIN, { kind: 'letter', letter: 1, sent_at: BEGIN, recipient: 'lea@exemple.fr' })
  store('quote')
  const traces = (form: string) => backend.count(`outbox WHERE form = '${form}'`)
  const [queued, proofs] = [traces('quote'), traces('withdrawal')]
  expect(around(MAIL_TRACE_DAYS * DAY, "outbox WHERE form = 'contact'"), 'with that of a letter').toEqual([3, 0])
  expect([traces('quote'), traces('withdrawal')], 'queued messages, and proofs').toEqual([queued, proofs])
})

it('decisions «Forms»: identical content without a key within ten minutes is one submission', () => {
  const first = store('contact')
  backend.goTo(after(SAME_CONTENT_MS - 1).toISOString())
  expect(store('contact')).toBe(first)
  backend.goTo(after(SAME_CONTENT_MS).toISOString())
  expect(store('contact')).not.toBe(first)
})
