import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bareAddress } from '../../../src/server/config.ts'
import { type Mail, pictureUrl } from '../../../src/server/mail/mail.ts'
import {
  createTransport,
  faultOf,
  mailServer,
  SmtpError,
  type Step,
  type Transport,
  withoutPassword,
} from '../../../src/server/mail/transport.ts'
import { type MailServer, openMailServer } from '../../support/smtp.ts'

const TIMEOUTS = { connectMs: 2000, silenceMs: 2000 }
const PASSWORD = 'mot de passe@secret'

let server: MailServer
let transport: Transport
beforeEach(async () => {
  server = await openMailServer()
  transport = createTransport(server.url, 'Hera <bonjour@hera.example>', TIMEOUTS)
})
afterEach(async () => {
  transport.close()
  await server.close()
})

const readers = ['un', 'deux', 'trois', 'quatre', 'cinq', 'six'].map((name) => `${name}@exemple.fr`)
const mailTo = (to: string, more: Partial<Mail> = {}): Mail => ({
  messageId: 'n1@hera.example',
  to: [to],
  headers: {},
  subject: 'Le printemps',
  text: 'Bonjour',
  html: '<p>Bonjour</p>',
  ...more,
})
const received = () => server.received.map(({ to }) => to[0])

describe('an SMTP connection', () => {
  it('is used for several e-mails in turn', async () => {
    for (const reader of readers) await transport.deliver(mailTo(reader))
    expect(received()).toEqual(readers)
    expect(server.connections, 'connections that were opened').toBe(1)
  })

  it('is replaced after a hundred e-mails, below the limits of mail servers', async () => {
    for (let n = 0; n < 100; n++) await transport.deliver(mailTo(`n${n}@exemple.fr`))
    expect(server.connections, 'connections for a hundred e-mails').toBe(1)
    await transport.deliver(mailTo('cent-un@exemple.fr'))
    expect(server.connections, 'connections for one more').toBe(2)
    expect(new Set(received()).size, 'different e-mails that arrived').toBe(101)
  })

  it('that the server closes is replaced, without a lost or doubled e-mail', async () => {
    await transport.deliver(mailTo('un@exemple.fr'))
    server.hangUp()
    await transport.deliver(mailTo('deux@exemple.fr'))
    server.mailsPerConnection = 1
    await transport.deliver(mailTo('trois@exemple.fr')).catch(() => transport.deliver(mailTo('trois@exemple.fr')))
    expect(received()).toEqual(['un@exemple.fr', 'deux@exemple.fr', 'trois@exemple.fr'])
  })

  it('goes on after a rejected e-mail, which is not retried', async () => {
    server.moods.set('deux@exemple.fr', 'refuse')
    await transport.deliver(mailTo('un@exemple.fr'))
    await expect(transport.deliver(mailTo('deux@exemple.fr'))).rejects.toMatchObject({ step: 'recipient', status: 550 })
    await transport.deliver(mailTo('trois@exemple.fr'))
    expect(received()).toEqual(['un@exemple.fr', 'trois@exemple.fr'])
  })

  it.each([true, false])(
    'accepts a self-signed certificate on this machine, from the first byte: %s',
    async (secure) => {
      const encrypted = await openMailServer({ secure, startTls: !secure })
      const { verify, close } = createTransport(encrypted.url, 'a@hera.example', TIMEOUTS)
      await verify()
      close()
      await encrypted.close()
    },
  )

  it('times out if the server does not respond', async () => {
    server.mood = 'stall'
    await expect(transport.deliver(mailTo('un@exemple.fr'))).rejects.toMatchObject({ step: 'port', uncertain: false })
  })

  it('that broke in the text may have delivered the e-mail, which is not sent again', async () => {
    await transport.deliver(mailTo('un@exemple.fr'))
    server.mood = 'drop-after'
    await expect(transport.deliver(mailTo('deux@exemple.fr'))).rejects.toMatchObject({ uncertain: true })
    expect(received()).toEqual(['un@exemple.fr', 'deux@exemple.fr'])
  })

  it('with a rejected password throws an error that contains it neither as it is nor in base64', async () => {
    const strict = await openMailServer({ password: 'un autre' })
    const url = strict.url.replace('un%20autre', encodeURIComponent(PASSWORD))
    const error = await createTransport(url, 'a@hera.example', TIMEOUTS)
      .deliver(mailTo('un@exemple.fr'))
      .catch((e) => e)
    expect(error).toMatchObject({ step: 'login', status: 535, message: 'EAUTH 535' })
    expect(error.detail).toContain('wrong password *** ***')
    const sent = Buffer.from(PASSWORD).toString('base64')
    for (const secret of [PASSWORD, sent]) expect(error.detail + error.message + error.stack).not.toContain(secret)
    await strict.close()
  })

  it('logs in if SMTP_URL has a password', async () => {
    const strict = await openMailServer({ password: PASSWORD })
    const own = createTransport(strict.url, 'a@hera.example', TIMEOUTS)
    await own.deliver(mailTo('un@exemple.fr'))
    own.close()
    expect(strict.received).toMatchObject([{ to: ['un@exemple.fr'] }])
    await strict.close()
  })
})

describe('an e-mail', () => {
  it('has the sender of MAIL_FROM, the bare address, its id, its headers and both texts', async () => {
    await transport.deliver(
      mailTo('lea@exemple.fr', { replyTo: 'max@exemple.fr', headers: { 'Auto-Submitted': 'auto-generated' } }),
    )
    expect(server.received[0]).toMatchObject({
      from: 'bonjour@hera.example',
      to: ['lea@exemple.fr'],
      text: expect.stringContaining('Bonjour'),
      html: expect.stringContaining('<p>Bonjour</p>'),
      headers: {
        from: 'Hera <bonjour@hera.example>',
        to: 'lea@exemple.fr',
        'reply-to': 'max@exemple.fr',
        subject: 'Le printemps',
        'message-id': '<n1@hera.example>',
        'auto-submitted': 'auto-generated',
      },
    })
  })

  it('contains the pictures of its HTML inline', async () => {
    const src = pictureUrl(Buffer.from('une image'))
    await transport.deliver(mailTo('lea@exemple.fr', { html: `<img src="${src}" alt="Un tapis">` }))
    const raw = server.received[0]?.raw ?? ''
    const [, id] = /Content-Id: <([^>]+)>/i.exec(raw) ?? []
    expect(raw).toMatch(/Content-Type: image\/jpeg/)
    expect(server.received[0]?.html).toContain(`<img src="cid:${id}" alt="Un tapis">`)
    expect(raw).toContain(Buffer.from('une image').toString('base64'))
  })

  it('that some recipients reject is sent to the others, and the rejecting ones are returned', async () => {
    server.moods.set('partie@hera.example', 'refuse').set('aussi@hera.example', 'refuse')
    const to = ['partie@hera.example', 'atelier@hera.example', 'aussi@hera.example']
    const remark = await transport.deliver({ ...mailTo(''), to })
    expect(remark).toMatch(/^partie@hera\.example, aussi@hera\.example : 550 no such user/)
    expect(received()).toEqual(['atelier@hera.example'])
    // Rejected recipients are not skipped the next time.
    server.moods.clear()
    expect(await transport.deliver({ ...mailTo(''), to })).toBe('')
    expect(server.received[1]?.to).toEqual(to)
  })
})

it.each([
  ['smtp://smtp.exemple.fr', { host: 'smtp.exemple.fr', port: 587, secure: false, local: false }],
  ['smtps://smtp.exemple.fr', { host: 'smtp.exemple.fr', port: 465, secure: true, local: false }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, secure: false, local: true }],
  ['smtp://127.0.0.1.exemple.fr', { host: '127.0.0.1.exemple.fr', port: 587, secure: false, local: false }],
  ['smtp://mon.localhost', { host: 'mon.localhost', port: 587, secure: false, local: false }],
])('SMTP_URL %s: only this machine needs no TLS', (url, read) => {
  expect(mailServer(url)).toEqual(read)
})

describe('a failed delivery', () => {
  it.each<[Step, string, string]>([
    ['port', '', 'server'],
    ['login', '535 5.7.8 no', 'server'],
    ['sender', '550 5.1.8 no', 'server'],
    ['recipient', '451 try again', 'message'],
    ['recipient', '554 no', 'message'],
    ['message', '', 'message'],
    ['recipient', '550 5.1.1 no such user', 'refused'],
    ['recipient', '550 5.1.10 the domain takes no e-mail', 'refused'],
    ['recipient', '501 5.1.3 bad address', 'refused'],
    ['recipient', '552 5.2.2 mailbox full', 'message'],
    ['recipient', '552 mailbox full', 'message'],
    ['recipient', '550 5.0.0 user unknown', 'refused'],
    ['recipient', '550 no such host at 95.5.7.1', 'refused'],
    ['recipient', '550 5.7.1 Relaying denied, hourly quota exceeded', 'message'],
    ['recipient', '550-5.7.1 not from here 550 5.7.1 see our policy', 'message'],
    ['recipient', '550 5.1.8 Sender address rejected', 'message'],
    ['recipient', '553 5.4.5 limit exceeded', 'message'],
    ['recipient', '550 5.3.2 not now', 'message'],
    ['message', '550-5.4.5 Daily user sending limit exceeded', 'message'],
    ['message', '554 5.3.2 not now', 'message'],
    ['message', '552 5.3.4 too long', 'refused'],
    ['message', '554 5.7.1 blocked as spam', 'refused'],
  ])('at the step «%s» with the response «%s» is a fault of: %s', (step, said, concerns) => {
    const error = new SmtpError(
      step,
      'ECODE',
      Number(said.slice(0, 3)) || undefined,
      `Recipient command failed: ${said}`,
    )
    expect(faultOf(error), 'only a response about the address or the text fails a message or an address').toBe(concerns)
  })
})

it('a password is removed from what a server says, also as AUTH LOGIN and AUTH PLAIN send it', () => {
  const login = { user: 'hera', pass: PASSWORD }
  const said = [
    PASSWORD,
    Buffer.from(PASSWORD).toString('base64'),
    Buffer.from(`\0hera\0${PASSWORD}`).toString('base64'),
  ]
  expect(withoutPassword(said.join(' '), { ...mailServer(server.url), login })).toBe('*** *** ***')
})

it.each([
  ['Hera <bonjour@hera.example>', 'bonjour@hera.example'],
  [' bonjour@hera.example ', 'bonjour@hera.example'],
  ['"a <b>" <bonjour@hera.example> ', 'bonjour@hera.example'],
])('bareAddress extracts the address of %s', (from, address) => {
  expect(bareAddress(from)).toBe(address)
})
