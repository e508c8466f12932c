import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDirectMail } from '../../../src/server/mail/direct-mail.ts'
import { createMessages } from '../../../src/server/mail/text/messages.ts'
import { catchOutput, written } from '../../support/caught-output.ts'
import { type MailServer, openMailServer } from '../../support/smtp.ts'

const SITE_URL = 'https://hera.example'
const REPAIRS = [
  { title: 'Sauvegarde', sentence: 'Aucune n’a encore été faite.', remedy: 'hera backup FICHIER' },
  { title: 'Disque', sentence: '640 Mo libres.' },
]

catchOutput()
let server: MailServer
beforeEach(async () => {
  server = await openMailServer()
})
afterEach(() => server.close())

const tell = (operator?: string) =>
  createDirectMail(
    {
      smtpUrl: server.url,
      from: 'Hera <bonjour@hera.example>',
      to: ['atelier@hera.example', 'bureau@hera.example'],
      toByForm: {},
      perHour: 300,
      ...(operator && { operator }),
    },
    createMessages(SITE_URL, () => new Date('2026-11-23T10:00:00.000Z')),
  )

it('erased() confirms an erasure to the person without quoting any text', async () => {
  expect(await tell().erased('lea@exemple.fr'), 'the e-mail went').toBe(true)
  expect(server.received).toMatchObject([
    {
      to: ['lea@exemple.fr'],
      headers: { subject: expect.stringMatching(/vos données/i), 'auto-submitted': 'auto-generated' },
    },
  ])
})

it('repair() sends the failed checks and their remedies to the operator', async () => {
  expect(await tell('Max <serveur@hera.example>').repair(REPAIRS, 'bureau@hera.example'), 'the e-mail went').toBe(true)
  expect(server.received).toMatchObject([
    { to: ['serveur@hera.example'], headers: { subject: 'À réparer\u00A0: Sauvegarde, Disque' } },
  ])
  const { text = '' } = server.received[0] ?? {}
  for (const words of [
    'bureau@hera.example vous demande',
    'hera backup FICHIER',
    '640 Mo libres',
    `${SITE_URL}/bureau/maison`,
  ])
    expect(text.replace(/\u00A0/g, ' ')).toContain(words)
})

it('repair() sends them to the person who asks if there is no operator', async () => {
  await tell().repair(REPAIRS, 'bureau@hera.example')
  await tell().repair(REPAIRS, 'lien du serveur')
  expect(server.received.map(({ to }) => to)).toEqual([['bureau@hera.example'], ['atelier@hera.example']])
  expect([tell().hasOperator, tell('serveur@hera.example').hasOperator], 'an operator is known').toEqual([false, true])
})

it('erased() returns false if sending fails, and logs no address', async () => {
  server.mood = 'refuse'
  expect(await tell().erased('lea@exemple.fr'), 'a rejected e-mail counts as sent').toBe(false)
  expect(written.out).toContain('e-mail not sent')
  expect(written.out).not.toContain('lea@')
})
