import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type FormName, forms } from '../../src/forms/index.ts'
import { purge } from '../../src/server/leads/retention/retention.ts'
import { answers } from '../samples.ts'
import { house, stillHouse } from '../server/still-house.ts'
import { tokensIn } from '../time-travel/house.ts'
import { CONFIRM_DAYS, MAIL_TRACE_DAYS, RETENTION_MONTHS, SAME_CONTENT_MS, UNSUBSCRIBED_DAYS } from './figures.ts'
import { FORMS } from './forms.ts'

const DAY = 86_400_000
const BEGIN = '2026-11-15T10:00:00.000Z'

stillHouse(BEGIN)

const store = (name: FormName) => house.store.add(forms[name], answers(name), { suspectedSpam: false }).reference
/** Whether a purge at an instant leaves something in a table. */
const isLeft = (table: string, at: Date) => {
  house.goTo(at.toISOString())
  purge(house.db, at)
  return house.count(table) > 0
}
const after = (ms: number) => new Date(Date.parse(BEGIN) + ms)
const sendMail = () => {
  const tokens = { confirm: '', unsubscribe: '' }
  house.sendMail((mail) => {
    const found = tokensIn(mail)
    tokens.confirm ||= found.confirm[0] ?? ''
    tokens.unsubscribe ||= found.unsubscribe[0] ?? ''
  })
  return tokens
}

describe('content brief §2 «Processing»: how long a submission is kept', () => {
  it.each(Object.entries(RETENTION_MONTHS))('%s: %i months', (name, months) => {
    store(name as FormName)
    const end = new Date(BEGIN)
    end.setUTCMonth(end.getUTCMonth() + months)
    const table = FORMS[name]?.table ?? ''
    expect(isLeft(table, new Date(end.getTime() - 1)), 'there just before the end').toBe(true)
    expect(isLeft(table, new Date(end.getTime() + 1)), 'there just after the end').toBe(false)
  })

  it.each(['waitlist', 'newsletter'] as const)('%s, confirmed and never left: as long', (name) => {
    store(name)
    expect(house.consent.confirm(sendMail().confirm)?.form.name).toBe(name)
    const end = new Date(BEGIN)
    end.setUTCMonth(end.getUTCMonth() + RETENTION_MONTHS[name])
    const table = FORMS[name]?.table ?? ''
    expect(isLeft(table, new Date(end.getTime() - 1)), 'there just before the end').toBe(true)
    expect(isLeft(table, new Date(end.getTime() + 1)), 'there just after the end').toBe(false)
  })

  it('on a leap day, what came on 1 March of the year before is not yet a year old', () => {
    house.goTo('2027-03-01T09:00:00.000Z')
    store('contact')
    expect(isLeft('contact_messages', new Date('2028-02-29T10:00:00.000Z')), 'there on the leap day').toBe(true)
    expect(isLeft('contact_messages', new Date('2028-03-01T09:00:00.001Z')), 'there after a year').toBe(false)
  })
})

it(`docs/decisions/0008: a withdrawn sign-up goes after ${UNSUBSCRIBED_DAYS} days`, () => {
  store('newsletter')
  house.consent.unsubscribe(sendMail().unsubscribe)
  expect(isLeft('newsletter_subscriptions', after(UNSUBSCRIBED_DAYS * DAY)), 'there at the end').toBe(true)
  expect(isLeft('newsletter_subscriptions', after(UNSUBSCRIBED_DAYS * DAY + 1)), 'there after it').toBe(false)
})

it(`privacy policy §6: a sign-up that was asked and never confirmed goes after ${CONFIRM_DAYS} days, with its link`, () => {
  store('newsletter')
  sendMail()
  expect(isLeft('newsletter_subscriptions', after(CONFIRM_DAYS * DAY)), 'there at the end').toBe(true)
  expect(isLeft('newsletter_subscriptions', after(CONFIRM_DAYS * DAY + 1)), 'there after it').toBe(false)
})

it(`docs/decisions/0008: a link confirms for ${CONFIRM_DAYS} days, the purge takes it then, and one that unsubscribes stays`, () => {
  store('newsletter')
  const { confirm, unsubscribe } = sendMail()
  house.goTo(after(CONFIRM_DAYS * DAY + 1).toISOString())
  expect(house.consent.confirm(confirm), 'a link after its time').toBeUndefined()
  house.goTo(after(CONFIRM_DAYS * DAY).toISOString())
  expect(house.consent.confirm(confirm), 'a link at the end of its time').toBeDefined()
  purge(house.db, after(CONFIRM_DAYS * DAY + 1))
  expect(house.consent.confirm(confirm), 'a link that the purge took').toBeUndefined()
  expect(house.consent.unsubscribe(unsubscribe), 'a link that unsubscribes').toBeDefined()
})

it.each([
  [MAIL_TRACE_DAYS, 'sans leur texte'],
  [UNSUBSCRIBED_DAYS, 'Avec l’inscription, effacée'],
  [CONFIRM_DAYS, 'Sans confirmation de votre part'],
])('privacy policy §6 says %i days after «%s»', (days, words) => {
  const [, after = ''] = readFileSync('dist/client/privacy.html', 'utf8').split(words)
  expect(/\d+\s[a-z]+/.exec(after)?.[0]).toMatch(new RegExp(`^${days}\\sjours$`))
})

it(`privacy policy §6: the trace of an e-mail is kept for ${MAIL_TRACE_DAYS} days, with a withdrawal as long as the notice`, () => {
  store('contact')
  sendMail()
  expect(isLeft('outbox', after(MAIL_TRACE_DAYS * DAY)), 'there at the end').toBe(true)
  expect(isLeft('outbox', after(MAIL_TRACE_DAYS * DAY + 1)), 'there after it').toBe(false)
  store('quote')
  const left = house.db.prepare("SELECT count(*) FROM outbox WHERE form = 'quote'").pluck()
  const waiting = left.get()
  purge(house.db, after((2 * MAIL_TRACE_DAYS + 2) * DAY))
  expect([waiting, left.get()], 'one that waits is never taken alone').toEqual([2, 2])
  house.goTo(BEGIN)
  store('withdrawal')
  sendMail()
  expect(isLeft('outbox', after(3000 * DAY)), 'the trace of a withdrawal is there').toBe(true)
})

it('decisions «Forms»: identical content without a key within ten minutes is one submission', () => {
  const first = store('contact')
  house.goTo(after(SAME_CONTENT_MS - 1).toISOString())
  expect(store('contact')).toBe(first)
  house.goTo(after(SAME_CONTENT_MS).toISOString())
  expect(store('contact')).not.toBe(first)
})
