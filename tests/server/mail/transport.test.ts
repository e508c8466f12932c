import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTransport, type Transport } from '../../../src/server/mail/transport.ts'
import { type MailServer, openMailServer } from '../../smtp.ts'

let server: MailServer
let transport: Transport
beforeEach(async () => {
  server = await openMailServer()
  transport = createTransport(server.url, 'bonjour@hera.example')
})
afterEach(async () => {
  transport.close()
  await server.close()
})

const readers = ['un', 'deux', 'trois', 'quatre', 'cinq', 'six'].map((name) => `${name}@exemple.fr`)
const mailTo = (to: string) => ({
  messageId: to,
  to: [to],
  headers: {},
  subject: 'Le printemps',
  text: 'Bonjour',
  html: '<p>Bonjour</p>',
})
const received = () => server.received.map(({ to }) => to[0])

it('hands over one e-mail after the other on one connection', async () => {
  for (const reader of readers) await transport.deliver(mailTo(reader))
  expect(received()).toEqual(readers)
  expect(server.connections).toBe(1)
})

it('opens another where the server has had enough of one, and loses and doubles nothing', async () => {
  server.mailsPerConnection = 2
  for (const reader of readers) await transport.deliver(mailTo(reader))
  expect(received()).toEqual(readers)
  expect(server.connections).toBe(3)
})

it('goes on after an e-mail that was refused', async () => {
  server.moods.set('deux@exemple.fr', 'refuse')
  await transport.deliver(mailTo('un@exemple.fr'))
  await expect(transport.deliver(mailTo('deux@exemple.fr'))).rejects.toMatchObject({ step: 'recipient', status: 550 })
  await transport.deliver(mailTo('trois@exemple.fr'))
  expect(received()).toEqual(['un@exemple.fr', 'trois@exemple.fr'])
})

it('tells a connection that broke in the text, which may have arrived, from one that broke before it', async () => {
  await transport.deliver(mailTo('un@exemple.fr'))
  server.mood = 'drop-after'
  await expect(transport.deliver(mailTo('deux@exemple.fr'))).rejects.toMatchObject({ uncertain: true })
  expect(received()).toEqual(['un@exemple.fr', 'deux@exemple.fr'])
})
