import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTell } from '../../../src/server/messages/tell.ts'
import { createEmails } from '../../../src/server/messages/text/emails.ts'
import { createMessages } from '../../../src/server/messages/text/messages.ts'
import { catchOutput, written } from '../../caught-output.ts'
import { type MailServer, openMailServer } from '../../smtp.ts'

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
  createTell(
    {
      smtpUrl: server.url,
      from: 'Hera <bonjour@hera.example>',
      to: ['atelier@hera.example', 'bureau@hera.example'],
      toByForm: {},
      perHour: 300,
      ...(operator && { operator }),
    },
    createMessages(createEmails(SITE_URL), SITE_URL, () => new Date('2026-11-23T10:00:00.000Z')),
  )

it('tells a person that they are erased, with nothing that anybody wrote', async () => {
  expect(await tell().erased('lea@exemple.fr'), 'the e-mail went').toBe(true)
  expect(server.received).toMatchObject([
    { to: ['lea@exemple.fr'], headers: { subject: 'Vos données sont effacées', 'auto-submitted': 'auto-generated' } },
  ])
})

it('asks whoever looks after the server, with what there is to do', async () => {
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

it('gives it to the one who asks where nobody else looks after the server', async () => {
  await tell().repair(REPAIRS, 'bureau@hera.example')
  await tell().repair(REPAIRS, 'lien du serveur')
  expect(server.received.map(({ to }) => to)).toEqual([['bureau@hera.example'], ['atelier@hera.example']])
  expect([tell().hasOperator, tell('serveur@hera.example').hasOperator], 'an operator is known').toEqual([false, true])
})

it('says that it did not go, and writes no address into the log', async () => {
  server.mood = 'refuse'
  expect(await tell().erased('lea@exemple.fr'), 'a refused e-mail is not said to have gone').toBe(false)
  expect(written.out).toContain('e-mail not sent')
  expect(written.out).not.toContain('lea@')
})
