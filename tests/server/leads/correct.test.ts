import { expect, it } from 'vitest'
import { correctLead } from '../../../src/server/leads/correct.ts'
import { findLead } from '../../../src/server/leads/leads.ts'
import { threadOf } from '../../../src/server/leads/thread.ts'
import { retryMessages, suspendMessages } from '../../../src/server/mail/outbox-admin.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

setUpTestBackend('2026-11-22T10:00:00.000Z')

const correct = (reference: string, changes: Record<string, string>) => {
  const found = findLead(backend.db, reference)
  if (!found) throw new Error(`no ${reference}`)
  return correctLead(backend.db, backend.clock, found, changes, null)
}
const signUp = () =>
  backend.rows('SELECT email, confirmed_at, asked_at FROM leads JOIN newsletter_subscriptions USING (reference)')

it('changes only the named fields and validates them by the rules of the form', () => {
  const reference = backend.submit('contact', { name: 'Lea', message: 'Bonjour.' })
  expect(correct(reference, { name: ' Léa ' })).toBeUndefined()
  expect(correct(reference, { email: 'faux' })).toHaveProperty('email')
  expect(correct(reference, { name: 'Zoé', subject: 'nul' })).toHaveProperty('subject')
  expect(backend.rows('SELECT name, email, message FROM leads JOIN contact_messages USING (reference)')).toEqual([
    { name: 'Léa', email: 'lea@exemple.fr', message: 'Bonjour.' },
  ])
})

it('empties an optional field', () => {
  const reference = backend.submit('partnership', { website: 'https://exemple.fr' })
  expect(correct(reference, { website: '' })).toBeUndefined()
  expect(backend.rows('SELECT website FROM leads JOIN partnership_inquiries USING (reference)')).toEqual([
    { website: null },
  ])
})

it('sends queued messages about a message or request to the corrected address', () => {
  const reference = backend.submit('contact', { email: 'lea@exemple.fr' })
  correct(reference, { email: 'Lea+neuve@exemple.fr' })
  expect(backend.rows('SELECT kind, recipient, mailbox FROM outbox ORDER BY id')).toEqual([
    { kind: 'lead', recipient: null, mailbox: null },
    { kind: 'acknowledgement', recipient: 'Lea+neuve@exemple.fr', mailbox: 'lea@exemple.fr' },
  ])
})

it.each(['refused', 'expired'] as const)(
  'resends to the corrected address what failed at the former one: %s',
  (why) => {
    const reference = backend.submit('contact', { email: 'lea@exemple.fr' })
    for (let dispatch = backend.outbox.claim(); dispatch; dispatch = backend.outbox.claim())
      backend.outbox.fail(dispatch, why, '550 inconnu')
    correct(reference, { email: 'neuve@exemple.fr' })
    expect(backend.mails().flatMap(({ mail }) => mail.to)).toEqual(['neuve@exemple.fr'])
  },
)

it('resends no message that a restore suspended, because it may have been sent already', () => {
  const reference = backend.submit('contact', { email: 'lea@exemple.fr' })
  suspendMessages(backend.db, backend.clock)
  correct(reference, { email: 'neuve@exemple.fr' })
  expect(backend.mails(), 'messages that were suspended by the restore').toEqual([])
  retryMessages(backend.db, backend.clock)
  expect(
    backend.mails().flatMap(({ mail }) => mail.to),
    'messages after the operator retries them',
  ).toContain('neuve@exemple.fr')
})

it.each([
  ['acknowledgement', 5, []],
  ['reply', 40, ['neuve@exemple.fr']],
  ['withdrawal', 40, ['neuve@exemple.fr']],
])('of failed messages, «%s» after %i days is resent to: %j', (kind, days, to) => {
  const reference = backend.submit('withdrawal', { email: 'lea@exemple.fr' })
  backend.db.exec(
    `UPDATE outbox SET kind = '${kind}', failed_at = created_at, failure = 'refused' WHERE recipient IS NOT NULL`,
  )
  backend.goTo(days * 86_400_000)
  correct(reference, { email: 'neuve@exemple.fr' })
  const due = backend.rows<{ recipient: string }>(
    'SELECT recipient FROM outbox WHERE recipient IS NOT NULL AND failed_at IS NULL',
  )
  expect(due.map(({ recipient }) => recipient)).toEqual(to)
})

it('changes neither sent messages nor those about other leads', () => {
  const reference = backend.submit('contact', { email: 'lea@exemple.fr' })
  backend.mails()
  backend.submit('contact', { email: 'autre@exemple.fr' })
  correct(reference, { email: 'neuve@exemple.fr' })
  expect(backend.rows('SELECT recipient FROM outbox WHERE recipient IS NOT NULL ORDER BY id')).toEqual([
    { recipient: 'lea@exemple.fr' },
    { recipient: 'autre@exemple.fr' },
  ])
})

it('requires the new address of a sign-up to confirm; of the old links only the unsubscribe link still works', () => {
  const { reference, confirm, unsubscribe } = backend.joinConfirmed()
  expect(correct(reference, { email: 'neuve@exemple.fr' })).toBeUndefined()
  expect(signUp()).toEqual([{ email: 'neuve@exemple.fr', confirmed_at: null, asked_at: null }])
  expect(backend.consent.confirm(confirm), 'confirmed by the link sent to the former address').toBeUndefined()
  backend.goTo(60_000)
  expect(backend.mails().map(({ kind, mail }) => [kind, mail.to])).toEqual([['confirmation', ['neuve@exemple.fr']]])
  expect(backend.consent.unsubscribe(unsubscribe), 'unsubscribed by the link sent to the former address').toBeDefined()
})

it('deletes messages that are queued for the former address of a sign-up', () => {
  const reference = backend.submit('newsletter')
  backend.outbox.add({ kind: 'lead', form: 'newsletter', reference, recipient: null })
  correct(reference, { email: 'neuve@exemple.fr' })
  expect(backend.rows('SELECT kind FROM outbox')).toEqual([{ kind: 'lead' }])
})

it('keeps the confirmation if only the capitals of the address change, or nothing', () => {
  const { reference, unsubscribe } = backend.joinConfirmed()
  expect(correct(reference, { email: 'Lea@exemple.fr' })).toBeUndefined()
  expect(signUp()).toMatchObject([{ email: 'Lea@exemple.fr', confirmed_at: '2026-11-22T10:00:00.000Z' }])
  expect(backend.consent.unsubscribe(unsubscribe), 'the unsubscribe link still works').toBeDefined()
})

it('rejects an address that another sign-up of the list has and returns the reference of that sign-up', () => {
  const { reference } = backend.joinConfirmed()
  const other = backend.joinConfirmed('autre@exemple.fr').reference
  expect(correct(other, { email: 'LEA@exemple.fr' })?.email).toContain(`déjà inscrite, sous ${reference}`)
  expect(signUp()).toMatchObject([{ email: 'lea@exemple.fr' }, { email: 'autre@exemple.fr' }])
  expect(backend.count("consent_tokens WHERE purpose = 'confirm'"), 'confirmation links').toBe(2)
})

it('adds an event to the thread', () => {
  const reference = backend.submit('contact')
  correct(reference, { name: 'Zoé', email: 'neuve@exemple.fr' })
  correct(reference, { email: 'faux' })
  const said = threadOf(backend.db, reference).map(({ kind, text }) => [kind, text])
  expect(said).toEqual([['event', 'correction : Nom, Adresse e-mail']])
})
