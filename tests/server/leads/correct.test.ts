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

it('changes the fields that are named, under the rules of the form, and no other', () => {
  const reference = house.submit('contact', { name: 'Lea', message: 'Bonjour.' })
  expect(correct(reference, { name: ' Léa ' })).toBeUndefined()
  expect(correct(reference, { email: 'faux' })).toHaveProperty('email')
  expect(correct(reference, { name: 'Zoé', subject: 'nul' })).toHaveProperty('subject')
  expect(house.rows('SELECT name, email, message FROM leads JOIN contact_messages USING (reference)')).toEqual([
    { name: 'Léa', email: 'lea@exemple.fr', message: 'Bonjour.' },
  ])
})

it('empties a field that need not be filled', () => {
  const reference = house.submit('partnership', { website: 'https://exemple.fr' })
  expect(correct(reference, { website: '' })).toBeUndefined()
  expect(house.rows('SELECT website FROM leads JOIN partnership_inquiries USING (reference)')).toEqual([
    { website: null },
  ])
})

it('sends what waits to the new address of somebody who wrote', () => {
  const reference = house.submit('contact', { email: 'lea@exemple.fr' })
  correct(reference, { email: 'Lea+neuve@exemple.fr' })
  expect(house.rows('SELECT kind, recipient, mailbox FROM outbox ORDER BY id')).toEqual([
    { kind: 'lead', recipient: null, mailbox: null },
    { kind: 'acknowledgement', recipient: 'Lea+neuve@exemple.fr', mailbox: 'lea@exemple.fr' },
  ])
})

it.each(['refused', 'expired'] as const)(
  'sends what did not arrive at the former address to the new one: %s',
  (why) => {
    const reference = house.submit('contact', { email: 'lea@exemple.fr' })
    for (let dispatch = house.outbox.claim(); dispatch; dispatch = house.outbox.claim())
      house.outbox.fail(dispatch, why, '550 inconnu')
    correct(reference, { email: 'neuve@exemple.fr' })
    expect(house.mails().flatMap(({ mail }) => mail.to)).toEqual(['neuve@exemple.fr'])
  },
)

it('sends nothing again that a restored copy held, because it may have gone', () => {
  const reference = house.submit('contact', { email: 'lea@exemple.fr' })
  suspendMessages(house.db, house.clock)
  correct(reference, { email: 'neuve@exemple.fr' })
  expect(house.mails(), 'e-mails of before the copy').toEqual([])
  retryMessages(house.db, house.clock)
  expect(
    house.mails().flatMap(({ mail }) => mail.to),
    'once somebody lets them go',
  ).toContain('neuve@exemple.fr')
})

it.each([
  ['acknowledgement', 5, []],
  ['reply', 40, ['neuve@exemple.fr']],
  ['withdrawal', 40, ['neuve@exemple.fr']],
])('of what did not arrive, «%s» after %i days goes to: %j', (kind, days, to) => {
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

it('leaves e-mails that went, and those about others, as they are', () => {
  const reference = house.submit('contact', { email: 'lea@exemple.fr' })
  house.mails()
  house.submit('contact', { email: 'autre@exemple.fr' })
  correct(reference, { email: 'neuve@exemple.fr' })
  expect(house.rows('SELECT recipient FROM outbox WHERE recipient IS NOT NULL ORDER BY id')).toEqual([
    { recipient: 'lea@exemple.fr' },
    { recipient: 'autre@exemple.fr' },
  ])
})

it('asks a list’s new address to confirm; of the links of the former one that to unsubscribe alone still works', () => {
  const { reference, confirm, unsubscribe } = house.joinConfirmed()
  expect(correct(reference, { email: 'neuve@exemple.fr' })).toBeUndefined()
  expect(signUp()).toEqual([{ email: 'neuve@exemple.fr', confirmed_at: null, asked_at: null }])
  expect(house.consent.confirm(confirm), 'confirmed by the link of the former address').toBeUndefined()
  house.goTo(60_000)
  expect(house.mails().map(({ kind, mail }) => [kind, mail.to])).toEqual([['confirmation', ['neuve@exemple.fr']]])
  expect(house.consent.unsubscribe(unsubscribe), 'unsubscribed by a letter to the former address').toBeDefined()
})

it('stops what waits for a list’s former address', () => {
  const reference = house.submit('newsletter')
  house.outbox.add({ kind: 'lead', form: 'newsletter', reference, recipient: null })
  correct(reference, { email: 'neuve@exemple.fr' })
  expect(house.rows('SELECT kind FROM outbox')).toEqual([{ kind: 'lead' }])
})

it('keeps a confirmation where the address changes by its capitals alone, or not at all', () => {
  const { reference, unsubscribe } = house.joinConfirmed()
  expect(correct(reference, { email: 'Lea@exemple.fr' })).toBeUndefined()
  expect(signUp()).toMatchObject([{ email: 'Lea@exemple.fr', confirmed_at: '2026-11-22T10:00:00.000Z' }])
  expect(house.consent.unsubscribe(unsubscribe), 'the link to unsubscribe still does its work').toBeDefined()
})

it('gives no address twice to a list, and names who has it', () => {
  const { reference } = house.joinConfirmed()
  const other = house.joinConfirmed('autre@exemple.fr').reference
  expect(correct(other, { email: 'LEA@exemple.fr' })?.email).toContain(`déjà inscrite, sous ${reference}`)
  expect(signUp()).toMatchObject([{ email: 'lea@exemple.fr' }, { email: 'autre@exemple.fr' }])
  expect(house.count("consent_tokens WHERE purpose = 'confirm'"), 'links that confirm').toBe(2)
})

it('is a line of the history, with who made it, and takes nothing from the follow-up', () => {
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
