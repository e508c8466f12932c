import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type FormName, forms } from '../../src/forms/index.ts'
import { purge } from '../../src/server/leads/retention/retention.ts'
import { tokensIn } from '../server/backend.ts'
import { backend, setUpTestBackend } from '../server/test-backend.ts'
import { answers } from '../support/samples.ts'
import { CONFIRM_DAYS, MAIL_TRACE_DAYS, RETENTION_MONTHS, SAME_CONTENT_MS, UNSUBSCRIBED_DAYS } from './figures.ts'
import { FORMS } from './forms.ts'

const DAY = 86_400_000
const BEGIN = '2026-11-15T10:00:00.000Z'

setUpTestBackend(BEGIN)

const store = (name: FormName) => backend.store.add(forms[name], answers(name), { suspectedSpam: false }).reference
/** True if a purge at an instant leaves rows in a table. */
const isLeft = (table: string, at: Date) => {
  backend.goTo(at.toISOString())
  purge(backend.db, at)
  return backend.count(table) > 0
}
const after = (ms: number) => new Date(Date.parse(BEGIN) + ms)
const sendMail = () => {
  const tokens = { confirm: '', unsubscribe: '' }
  backend.sendMail((mail) => {
    const found = tokensIn(mail)
    tokens.confirm ||= found.confirm[0] ?? ''
    tokens.unsubscribe ||= found.unsubscribe[0] ?? ''
  })
  return tokens
}

describe('content brief §2 «Processing»: retention of submissions', () => {
  it.each(Object.entries(RETENTION_MONTHS))('%s: %i months', (name, months) => {
    store(name as FormName)
    const end = new Date(BEGIN)
    end.setUTCMonth(end.getUTCMonth() + months)
    const table = FORMS[name]?.table ?? ''
    expect(isLeft(table, new Date(end.getTime() - 1)), 'kept until the end').toBe(true)
    expect(isLeft(table, new Date(end.getTime() + 1)), 'kept after the end').toBe(false)
  })

  it.each(['waitlist', 'newsletter'] as const)('%s, confirmed and still subscribed: the same', (name) => {
    store(name)
    expect(backend.consent.confirm(sendMail().confirm)?.name).toBe(name)
    const end = new Date(BEGIN)
    end.setUTCMonth(end.getUTCMonth() + RETENTION_MONTHS[name])
    const table = FORMS[name]?.table ?? ''
    expect(isLeft(table, new Date(end.getTime() - 1)), 'kept until the end').toBe(true)
    expect(isLeft(table, new Date(end.getTime() + 1)), 'kept after the end').toBe(false)
  })

  it('on a leap day, a submission of 1 March of the year before is kept', () => {
    backend.goTo('2027-03-01T09:00:00.000Z')
    store('contact')
    expect(isLeft('contact_messages', new Date('2028-02-29T10:00:00.000Z')), 'kept on the leap day').toBe(true)
    expect(isLeft('contact_messages', new Date('2028-03-01T09:00:00.001Z')), 'kept after a year').toBe(false)
  })
})

it(`docs/decisions/0008: an unsubscribed sign-up is deleted after ${UNSUBSCRIBED_DAYS} days`, () => {
  store('newsletter')
  backend.consent.unsubscribe(sendMail().unsubscribe)
  expect(isLeft('newsletter_subscriptions', after(UNSUBSCRIBED_DAYS * DAY)), 'kept at the end').toBe(true)
  expect(isLeft('newsletter_subscriptions', after(UNSUBSCRIBED_DAYS * DAY + 1)), 'kept after it').toBe(false)
})

it(`privacy policy §6: an unconfirmed sign-up is deleted ${CONFIRM_DAYS} days after the confirmation request`, () => {
  store('newsletter')
  sendMail()
  expect(isLeft('newsletter_subscriptions', after(CONFIRM_DAYS * DAY)), 'kept at the end').toBe(true)
  expect(isLeft('newsletter_subscriptions', after(CONFIRM_DAYS * DAY + 1)), 'kept after it').toBe(false)
})

it(`docs/decisions/0008: confirmation links expire and are purged after ${CONFIRM_DAYS} days, unsubscribe links are not`, () => {
  store('newsletter')
  const { confirm, unsubscribe } = sendMail()
  backend.goTo(after(CONFIRM_DAYS * DAY + 1).toISOString())
  expect(backend.consent.confirm(confirm), 'an expired confirmation link').toBeUndefined()
  backend.goTo(after(CONFIRM_DAYS * DAY).toISOString())
  expect(backend.consent.confirm(confirm), 'a confirmation link on its last day').toBeDefined()
  purge(backend.db, after(CONFIRM_DAYS * DAY + 1))
  expect(backend.consent.confirm(confirm), 'a purged confirmation link').toBeUndefined()
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
  store('contact')
  sendMail()
  expect(isLeft('outbox', after(MAIL_TRACE_DAYS * DAY)), 'kept at the end').toBe(true)
  expect(isLeft('outbox', after(MAIL_TRACE_DAYS * DAY + 1)), 'kept after it').toBe(false)
  store('quote')
  const left = backend.db.prepare("SELECT count(*) FROM outbox WHERE form = 'quote'").pluck()
  const waiting = left.get()
  purge(backend.db, after((2 * MAIL_TRACE_DAYS + 2) * DAY))
  expect([waiting, left.get()], 'queued messages before and after the purge').toEqual([2, 2])
  backend.goTo(BEGIN)
  store('withdrawal')
  sendMail()
  expect(isLeft('outbox', after(3000 * DAY)), 'the trace of a withdrawal is kept').toBe(true)
})

it('decisions «Forms»: identical content without a key within ten minutes is one submission', () => {
  const first = store('contact')
  backend.goTo(after(SAME_CONTENT_MS - 1).toISOString())
  expect(store('contact')).toBe(first)
  backend.goTo(after(SAME_CONTENT_MS).toISOString())
  expect(store('contact')).not.toBe(first)
})
