import { afterEach, beforeEach, expect, it } from 'vitest'
import { forms } from '../../../src/forms/index.ts'
import { createStore } from '../../../src/server/leads/intake/store.ts'
import { openMail } from '../../../src/server/open-mail.ts'
import { catchOutput } from '../../support/caught-output.ts'
import { answers } from '../../support/samples.ts'
import { server, setUpMailServer } from '../../support/smtp.ts'
import { mailConfig, notices, SITE_URL } from '../backend.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

/** Monday 23 November 2026, noon in Paris. */
const NOW = '2026-11-23T11:00:00.000Z'

catchOutput()
setUpTestBackend(NOW)
setUpMailServer()
const house = 'Atelier <atelier@hera.example>'
let opened: ReturnType<typeof openMail>
beforeEach(() => {
  opened = openMail({
    db: backend.db,
    mail: mailConfig(server.url, {
      to: [house],
      toByForm: { partnership: ['revendeurs@hera.example', house] },
      from: 'Hera <bonjour@maison.example>',
    }),
    build: { siteUrl: SITE_URL },
    hash: backend.hash,
    clock: backend.clock,
  })
})
afterEach(() => opened.sender.stop())

const recipients = () => server.received.map(({ to }) => to.join()).sort()

it('each submission goes to the recipients of its form, with a Message-ID of the sender', async () => {
  expect(opened.staff, 'addresses that may read the desk').toEqual(['atelier@hera.example', 'revendeurs@hera.example'])
  const store = createStore(backend.db, notices, backend.clock, opened.queueMessage)
  for (const name of ['contact', 'partnership'] as const)
    store.add(forms[name], answers(name), { suspectedSpam: false })
  opened.sender.wake()
  const both = 'revendeurs@hera.example,atelier@hera.example'
  await expect.poll(recipients).toEqual(['atelier@hera.example', 'camille@exemple.fr', 'lea@exemple.fr', both])
  for (const { headers, from } of server.received) {
    expect(headers['message-id']).toMatch(/^<[\w-]{36}@maison\.example>$/)
    expect(from).toBe('bonjour@maison.example')
  }
})

it('what has become due leaves by itself: a missing confirmation request and the message of the morning', async () => {
  backend.goTo('2026-11-16T11:00:00.000Z')
  backend.submit('newsletter', { email: 'lea@exemple.fr' })
  backend.submit('contact', { email: 'zoe@exemple.fr' })
  backend.goTo(NOW)
  backend.db.exec('DELETE FROM outbox; UPDATE newsletter_subscriptions SET asked_at = NULL')
  opened.sender.wake()
  await expect.poll(recipients).toEqual(['atelier@hera.example', 'lea@exemple.fr'])
  const [morning, request] = server.received.toSorted((a, b) => String(a.to).localeCompare(String(b.to)))
  expect(request?.text).toContain(`${SITE_URL}/confirmation/`)
  expect(morning?.headers.subject).toContain('Aujourd')
})
