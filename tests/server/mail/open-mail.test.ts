import { afterEach, beforeEach, expect, it } from 'vitest'
import { noticesFor } from '../../../src/copy/notices.ts'
import { forms } from '../../../src/forms/index.ts'
import { createStore } from '../../../src/server/leads/intake/store.ts'
import type { createSender } from '../../../src/server/mail/sender.ts'
import { openMail } from '../../../src/server/open-mail.ts'
import { answers, CONFIRM } from '../../support/samples.ts'
import { type MailServer, openMailServer } from '../../support/smtp.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'
import { PLAIN_LETTER } from './letters/letter.ts'

/** Sends e-mail with this configuration to a mail server of the test. Monday 23 November 2026, noon in Paris. */
const NOW = '2026-11-23T11:00:00.000Z'
const SITE_URL = 'https://hera.example'
const notices = noticesFor({ nom: 'Hera', email: 'contact@hera.example' })

let server: MailServer
setUpTestBackend(NOW)
let sender: ReturnType<typeof createSender> | undefined
beforeEach(async () => {
  server = await openMailServer()
})
afterEach(async () => {
  await sender?.stop()
  sender = undefined
  await server.close()
})

const addressing = {
  to: ['Atelier <atelier@hera.example>'],
  toByForm: { partnership: ['revendeurs@hera.example', 'Atelier <atelier@hera.example>'] },
}
const open = () => {
  const opened = openMail({
    db: backend.db,
    mail: { ...addressing, smtpUrl: server.url, from: 'Hera <bonjour@maison.example>', perHour: 300 },
    build: { siteUrl: SITE_URL },
    hash: backend.hash,
    clock: backend.clock,
  })
  sender = opened.sender
  sender.wake()
  return opened
}
type Opened = ReturnType<typeof open>
const submit = (queueMessage: Opened['queueMessage'], name: 'contact' | 'partnership') => {
  createStore(backend.db, notices, backend.clock, queueMessage).add(forms[name], answers(name), {
    suspectedSpam: false,
  })
}
/** Stores confirmed sign-ups to the newsletter and deletes their own messages. */
const confirm = (...names: string[]) => {
  for (const name of names) backend.submit('newsletter', { email: `${name}@exemple.fr` })
  backend.db.exec(`${CONFIRM}; DELETE FROM outbox`)
}
const recipients = () => server.received.map(({ to }) => to.join()).sort()
const sentTo = (address: string) => server.received.find(({ to }) => to.includes(address))

it('openMail lists the bare addresses of the owner, each once', () => {
  expect(open().staff).toEqual(['atelier@hera.example', 'revendeurs@hera.example'])
})

it('openMail sends each submission to the recipients of its form, with a Message-ID of the sender', async () => {
  const { queueMessage } = open()
  for (const name of ['contact', 'partnership'] as const) submit(queueMessage, name)
  sender?.wake()
  await expect
    .poll(recipients)
    .toEqual([
      'atelier@hera.example',
      'camille@exemple.fr',
      'lea@exemple.fr',
      'revendeurs@hera.example,atelier@hera.example',
    ])
  for (const { headers, from } of server.received) {
    expect(headers['message-id']).toMatch(/^<[\w-]{36}@maison\.example>$/)
    expect(from).toBe('bonjour@maison.example')
  }
  expect(sentTo('atelier@hera.example')?.text).toContain(`${SITE_URL}/bureau/`)
})

it('openMail sends due messages by itself: a missing confirmation request and the message of the morning', async () => {
  backend.goTo('2026-11-16T11:00:00.000Z')
  backend.submit('newsletter', { email: 'lea@exemple.fr' })
  backend.submit('contact', { email: 'zoe@exemple.fr' })
  backend.goTo(NOW)
  backend.db.exec('DELETE FROM outbox; UPDATE newsletter_subscriptions SET asked_at = NULL')
  open()
  await expect.poll(recipients).toEqual(['atelier@hera.example', 'lea@exemple.fr'])
  expect(sentTo('lea@exemple.fr')?.text).toContain(`${SITE_URL}/confirmation/`)
  expect(sentTo('atelier@hera.example')?.headers.subject).toContain('Aujourd')
})

it('openMail sends a letter, unless the recipient objected, with an unsubscribe link and a Reply-To', async () => {
  confirm('lea', 'max')
  const letters = backend.lettersBy()
  await letters.send(PLAIN_LETTER)
  backend.objections.add('max@exemple.fr')
  open()
  await expect.poll(() => letters.list()).toMatchObject([{ recipients: 2, sent: 1, dropped: 1 }])
  expect(recipients()).toEqual(['lea@exemple.fr'])
  expect(server.received[0]?.headers).toMatchObject({
    'list-unsubscribe': expect.stringMatching(/^<https:\/\/hera\.example\/desinscription\/[\w-]{32}>$/),
    'reply-to': 'bonjour@maison.example',
  })
})

it('openMail does not fail a message while the clock is doubted, however old it seems', async () => {
  server.mood = 'put-off'
  backend.submit('contact')
  backend.goTo('2026-12-01T11:00:00.000Z')
  open()
  const tried = () => backend.rows('SELECT DISTINCT failure FROM outbox WHERE last_error IS NOT NULL')
  await expect.poll(tried).toEqual([{ failure: null }])
})
