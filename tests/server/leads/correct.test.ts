import { expect, it } from 'vitest'
import { threadOf } from '../../../src/server/leads/thread.ts'
import { suspendMessages } from '../../../src/server/mail/outbox-admin.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

setUpTestBackend('2026-11-22T10:00:00.000Z')

const signUps = () => backend.rows('SELECT email, confirmed_at, asked_at FROM newsletter_subscriptions ORDER BY rowid')

it('refuses what is no address, or too long, and changes nothing', () => {
  const reference = backend.submit('contact')
  for (const email of ['faux', 'a@b.fr\r\nBcc: c@d.fr', `${'x'.repeat(60)}@${'y.'.repeat(100)}fr`])
    expect(backend.correct(reference, email), email).toContain('l’adresse entière')
  expect(backend.correct(reference, 'lea@exemple.fr')).toContain('déjà cette adresse')
  expect(threadOf(backend.db, reference)).toEqual([])
})

it('leaves what waits for a colleague to the colleague', () => {
  const reference = backend.submit('contact')
  backend.mails()
  backend.outbox.add({ kind: 'handed', form: 'contact', reference, recipient: 'bastien@hera.example' })
  backend.correct(reference, 'neuve@exemple.fr')
  expect(backend.mails().map(({ kind, mail }) => [kind, mail.to])).toEqual([['handed', ['bastien@hera.example']]])
})

it('sends queued messages to the new address, for its own mailbox, and says so in the thread', () => {
  const reference = backend.submit('contact', { email: 'lea@exemple.fr' })
  backend.mails()
  const other = backend.submit('contact', { email: 'autre@exemple.fr' })
  backend.correct(reference, 'neuve@exemple.fr')
  backend.correct(other, 'Autre+neuve@exemple.fr')
  expect(backend.rows('SELECT recipient, mailbox FROM outbox WHERE recipient IS NOT NULL ORDER BY id')).toEqual([
    { recipient: 'lea@exemple.fr', mailbox: 'lea@exemple.fr' },
    { recipient: 'Autre+neuve@exemple.fr', mailbox: 'autre@exemple.fr' },
  ])
  expect(threadOf(backend.db, reference).map(({ text }) => text)).toEqual(['correction : Adresse e-mail'])
})

it('resends no message that a restore suspended, because it may have been sent already', () => {
  const reference = backend.submit('contact', { email: 'lea@exemple.fr' })
  suspendMessages(backend.db, backend.clock)
  backend.correct(reference, 'neuve@exemple.fr')
  expect(backend.mails()).toEqual([])
})

it.each([
  ['acknowledgement', 0, ['neuve@exemple.fr']],
  ['acknowledgement', 5, []],
  ['reply', 40, ['neuve@exemple.fr']],
  ['withdrawal', 40, ['neuve@exemple.fr']],
])('of failed messages, «%s» after %i days is resent to: %j', (kind, days, to) => {
  const reference = backend.submit('withdrawal', { email: 'lea@exemple.fr' })
  backend.db.exec(
    `UPDATE outbox SET kind = '${kind}', failed_at = created_at, failure = 'refused' WHERE recipient IS NOT NULL`,
  )
  backend.goTo(days * 86_400_000)
  backend.correct(reference, 'neuve@exemple.fr')
  expect(backend.column('SELECT recipient FROM outbox WHERE recipient IS NOT NULL AND failed_at IS NULL')).toEqual(to)
})

it('requires the new address of a sign-up to confirm; of the old links only the unsubscribe link still works', () => {
  const { reference, confirm, unsubscribe } = backend.joinConfirmed()
  backend.outbox.add({ kind: 'welcome', form: 'newsletter', reference, recipient: 'lea@exemple.fr' })
  expect(backend.correct(reference, 'neuve@exemple.fr')).toBeUndefined()
  expect(signUps()).toEqual([{ email: 'neuve@exemple.fr', confirmed_at: null, asked_at: null }])
  expect(backend.consent.confirm(confirm), 'confirmed by the link sent to the former address').toBeUndefined()
  backend.goTo(60_000)
  expect(backend.mails().map(({ kind, mail }) => [kind, mail.to])).toEqual([['confirmation', ['neuve@exemple.fr']]])
  expect(backend.consent.unsubscribe(unsubscribe), 'unsubscribed by the link sent to the former address').toBeDefined()
})

it('rejects an address that another sign-up of the list has, and names that sign-up', () => {
  const { reference } = backend.joinConfirmed()
  const other = backend.joinConfirmed('autre@exemple.fr').reference
  expect(backend.correct(other, 'LEA@exemple.fr')).toContain(`déjà inscrite, sous ${reference}`)
  expect(signUps()).toMatchObject([{ email: 'lea@exemple.fr' }, { email: 'autre@exemple.fr' }])
})
