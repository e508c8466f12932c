import { expect, it } from 'vitest'
import { correctLead } from '../../../src/server/leads/correct.ts'
import { leadChanges } from '../../../src/server/leads/follow-up/follow-up.ts'
import { findLead } from '../../../src/server/leads/leads.ts'
import { retryMessages, suspendMessages } from '../../../src/server/outbox/outbox-admin.ts'
import { house, stillHouse } from '../still-house.ts'

stillHouse('2026-11-22T10:00:00.000Z')

const correct = (reference: string, changes: Record<string, string>) => {
  const found = findLead(house.db, reference)
  if (!found) throw new Error(`no ${reference}`)
  return correctLead(house.db, house.clock, found, changes, null)
}
const signUp = () =>
  house.rows('SELECT email, confirmed_at, asked_at FROM leads JOIN newsletter_subscriptions USING (reference)')

it('changes only the named fields and validates them by the rules of the form', () => {
  const reference = house.submit('contact', { name: 'Lea', message: 'Bonjour.' })
  expect(correct(reference, { name: ' Léa ' })).toBeUndefined()
  expect(correct(reference, { email: 'faux' })).toHaveProperty('email')
  expect(correct(reference, { name: 'Zoé', subject: 'nul' })).toHaveProperty('subject')
  expect(house.rows('SELECT name, email, message FROM leads JOIN contact_messages USING (reference)')).toEqual([
    { name: 'Léa', email: 'lea@exemple.fr', message: 'Bonjour.' },
  ])
})

it('empties an optional field', () => {
  const reference = house.submit('partnership', { website: 'https://exemple.fr' })
  expect(correct(reference, { website: '' })).toBeUndefined()
  expect(house.rows('SELECT website FROM leads JOIN partnership_inquiries USING (reference)')).toEqual([
    { website: null },
  ])
})

it('sends queued messages about a message or request to the corrected address', () => {
  const reference = house.submit('contact', { email: 'lea@exemple.fr' })
  correct(reference, { email: 'Lea+neuve@exemple.fr' })
  expect(house.rows('SELECT kind, recipient, mailbox FROM outbox ORDER BY id')).toEqual([
    { kind: 'lead', recipient: null, mailbox: null },
    { kind: 'acknowledgement', recipient: 'Lea+neuve@exemple.fr', mailbox: 'lea@exemple.fr' },
  ])
})

it.each(['refused', 'expired'] as const)(
  'resends to the corrected address what failed at the former one: %s',
  (why) => {
    const reference = house.submit('contact', { email: 'lea@exemple.fr' })
    for (let dispatch = house.outbox.claim(); dispatch; dispatch = house.outbox.claim())
      house.outbox.fail(dispatch, why, '550 inconnu')
    correct(reference, { email: 'neuve@exemple.fr' })
    expect(house.mails().flatMap(({ mail }) => mail.to)).toEqual(['neuve@exemple.fr'])
  },
)

it('resends no message that a restore suspended, because it may have been sent already', () => {
  const reference = house.submit('contact', { email: 'lea@exemple.fr' })
  suspendMessages(house.db, house.clock)
  correct(reference, { email: 'neuve@exemple.fr' })
  expect(house.mails(), 'messages that were suspended by the restore').toEqual([])
  retryMessages(house.db, house.clock)
  expect(
    house.mails().flatMap(({ mail }) => mail.to),
    'messages after the operator retries them',
  ).toContain('neuve@exemple.fr')
})

it.each([
  ['acknowledgement', 5, []],
  ['reply', 40, ['neuve@exemple.fr']],
  ['withdrawal', 40, ['neuve@exemple.fr']],
])('of failed messages, «%s» after %i days is resent to: %j', (kind, days, to) => {
  const reference = house.submit('withdrawal', { email: 'lea@exemple.fr' })
  house.db.exec(
    `UPDATE outbox SET kind = '${kind}', failed_at = created_at, failure = 'refused' WHERE recipient IS NOT NULL`,
  )
  house.goTo(days * 86_400_000)
  correct(reference, { email: 'neuve@exemple.fr' })
  const due = house.rows<{ recipient: string }>(
    'SELECT recipient FROM outbox WHERE recipient IS NOT NULL AND failed_at IS NULL',
  )
  expect(due.map(({ recipient }) => recipient)).toEqual(to)
})

it('changes neither sent messages nor those about other leads', () => {
  const reference = house.submit('contact', { email: 'lea@exemple.fr' })
  house.mails()
  house.submit('contact', { email: 'autre@exemple.fr' })
  correct(reference, { email: 'neuve@exemple.fr' })
  expect(house.rows('SELECT recipient FROM outbox WHERE recipient IS NOT NULL ORDER BY id')).toEqual([
    { recipient: 'lea@exemple.fr' },
    { recipient: 'autre@exemple.fr' },
  ])
})

it('requires the new address of a sign-up to confirm; of the old links only the unsubscribe link still works', () => {
  const { reference, confirm, unsubscribe } = house.joinConfirmed()
  expect(correct(reference, { email: 'neuve@exemple.fr' })).toBeUndefined()
  expect(signUp()).toEqual([{ email: 'neuve@exemple.fr', confirmed_at: null, asked_at: null }])
  expect(house.consent.confirm(confirm), 'confirmed by the link sent to the former address').toBeUndefined()
  house.goTo(60_000)
  expect(house.mails().map(({ kind, mail }) => [kind, mail.to])).toEqual([['confirmation', ['neuve@exemple.fr']]])
  expect(house.consent.unsubscribe(unsubscribe), 'unsubscribed by the link sent to the former address').toBeDefined()
})

it('deletes messages that are queued for the former address of a sign-up', () => {
  const reference = house.submit('newsletter')
  house.outbox.add({ kind: 'lead', form: 'newsletter', reference, recipient: null })
  correct(reference, { email: 'neuve@exemple.fr' })
  expect(house.rows('SELECT kind FROM outbox')).toEqual([{ kind: 'lead' }])
})

it('keeps the confirmation if only the capitals of the address change, or nothing', () => {
  const { reference, unsubscribe } = house.joinConfirmed()
  expect(correct(reference, { email: 'Lea@exemple.fr' })).toBeUndefined()
  expect(signUp()).toMatchObject([{ email: 'Lea@exemple.fr', confirmed_at: '2026-11-22T10:00:00.000Z' }])
  expect(house.consent.unsubscribe(unsubscribe), 'the unsubscribe link still works').toBeDefined()
})

it('rejects an address that another sign-up of the list has and returns the reference of that sign-up', () => {
  const { reference } = house.joinConfirmed()
  const other = house.joinConfirmed('autre@exemple.fr').reference
  expect(correct(other, { email: 'LEA@exemple.fr' })?.email).toContain(`déjà inscrite, sous ${reference}`)
  expect(signUp()).toMatchObject([{ email: 'lea@exemple.fr' }, { email: 'autre@exemple.fr' }])
  expect(house.count("consent_tokens WHERE purpose = 'confirm'"), 'confirmation links').toBe(2)
})

it('adds a line with its author to the history and leaves the follow-up unchanged', () => {
  const reference = house.submit('contact')
  house.db.exec("UPDATE leads SET state = 'en cours', note = 'Une note'")
  correct(reference, { name: 'Zoé', email: 'neuve@exemple.fr' })
  expect(leadChanges(house.db, reference)).toEqual([
    expect.objectContaining({
      what: 'correction : Nom, Adresse e-mail',
      author: null,
      state: 'en cours',
      note: 'Une note',
      version: 1,
    }),
  ])
  correct(reference, { email: 'faux' })
  expect(leadChanges(house.db, reference).map(({ what }) => what)).toEqual(['correction : Nom, Adresse e-mail'])
})
