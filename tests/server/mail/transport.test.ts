import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Mail, pictureUrl } from '../../../src/server/mail/mail.ts'
import {
  createTransport,
  failureScope,
  mailServer,
  SmtpError,
  type Step,
  type Transport,
  withoutPassword,
} from '../../../src/server/mail/transport.ts'
import { openMailServer, server, setUpMailServer } from '../../support/smtp.ts'

const TIMEOUTS = { connectMs: 2000, silenceMs: 2000 }
const PASSWORD = 'mot de passe@secret'

setUpMailServer()
let transport: Transport
beforeEach(() => {
  transport = createTransport(server.url, 'Hera <bonjour@hera.example>', TIMEOUTS)
})
afterEach(() => transport.close())

const mailTo = (name: string, more: Partial<Mail> = {}): Mail => ({
  messageId: 'n1@hera.example',
  to: [`${name}@exemple.fr`],
  headers: {},
  subject: 'Le printemps',
  text: 'Bonjour',
  html: '<p>Bonjour</p>',
  ...more,
})
const received = () => server.received.map(({ to }) => to[0]?.replace('@exemple.fr', ''))

describe('an SMTP connection', () => {
  it('that the server closes is replaced, without a lost or doubled e-mail', async () => {
    await transport.deliver(mailTo('un'))
    server.hangUp()
    await transport.deliver(mailTo('deux'))
    server.mailsPerConnection = 1
    await transport.deliver(mailTo('trois')).catch(() => transport.deliver(mailTo('trois')))
    expect(received()).toEqual(['un', 'deux', 'trois'])
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

  it.each([
    ['encryption', {}],
    ['a certificate of its name', { startTls: true }],
  ])('to another machine without %s is refused before anything is sent', async (_, options) => {
    const foreign = await openMailServer({ ...options, password: PASSWORD })
    // This address leads to the test's server, but is not known to be this machine.
    const url = foreign.url.replace('127.0.0.1', '0.0.0.0')
    const { deliver, close } = createTransport(url, 'a@hera.example', TIMEOUTS)
    await expect(deliver(mailTo('un'))).rejects.toMatchObject({ step: 'tls' })
    close()
    expect(foreign.received).toEqual([])
    await foreign.close()
  })

  it('times out if the server does not respond', async () => {
    server.mood = 'stall'
    await expect(transport.deliver(mailTo('un'))).rejects.toMatchObject({ step: 'port', uncertain: false })
  })

  it('that broke in the text may have delivered the e-mail, which is not sent again', async () => {
    server.mood = 'drop-after'
    await expect(transport.deliver(mailTo('un'))).rejects.toMatchObject({ uncertain: true })
    expect(received()).toEqual(['un'])
  })

  it('logs in with the password of SMTP_URL; an error contains it neither as it is nor in base64', async () => {
    const strict = await openMailServer({ password: PASSWORD })
    const own = createTransport(strict.url, 'a@hera.example', TIMEOUTS)
    await own.deliver(mailTo('un'))
    own.close()
    expect(strict.received).toHaveLength(1)
    await strict.close()
    const other = await openMailServer({ password: 'un autre' })
    const url = other.url.replace('un%20autre', encodeURIComponent(PASSWORD))
    const error = await createTransport(url, 'a@hera.example', TIMEOUTS)
      .deliver(mailTo('un'))
      .catch((e) => e)
    expect(error).toMatchObject({ step: 'login', status: 535, message: 'EAUTH 535' })
    const sent = Buffer.from(PASSWORD).toString('base64')
    for (const secret of [PASSWORD, sent]) expect(error.detail + error.message + error.stack).not.toContain(secret)
    await other.close()
  })
})

describe('an e-mail', () => {
  it('has the sender of MAIL_FROM, the bare address, its id, its headers, both texts and its pictures inline', async () => {
    const html = `<p>Bonjour</p><img src="${pictureUrl(Buffer.from('une image'))}" alt="Un tapis">`
    const headers = { 'Auto-Submitted': 'auto-generated' }
    await transport.deliver(mailTo('lea', { replyTo: 'max@exemple.fr', headers, html }))
    const [mail] = server.received
    expect(mail).toMatchObject({
      from: 'bonjour@hera.example',
      to: ['lea@exemple.fr'],
      text: expect.stringContaining('Bonjour'),
      headers: {
        from: 'Hera <bonjour@hera.example>',
        to: 'lea@exemple.fr',
        'reply-to': 'max@exemple.fr',
        subject: 'Le printemps',
        'message-id': '<n1@hera.example>',
        'auto-submitted': 'auto-generated',
      },
    })
    const [, id] = /Content-Id: <([^>]+)>/i.exec(mail?.raw ?? '') ?? []
    expect(mail?.html).toContain(`<p>Bonjour</p><img src="cid:${id}" alt="Un tapis">`)
    expect(mail?.raw).toMatch(/Content-Type: image\/jpeg/)
    expect(mail?.raw).toContain(Buffer.from('une image').toString('base64'))
  })

  it('that some recipients reject is sent to the others, and the rejecting ones are returned', async () => {
    server.moods.set('partie@hera.example', 'refuse').set('aussi@hera.example', 'refuse')
    const to = ['partie@hera.example', 'atelier@hera.example', 'aussi@hera.example']
    const remark = await transport.deliver(mailTo('', { to }))
    expect(remark).toMatch(/^partie@hera\.example, aussi@hera\.example : 550 no such user/)
    expect(received()).toEqual(['atelier@hera.example'])
    // Rejected recipients are not skipped the next time.
    server.moods.clear()
    expect(await transport.deliver(mailTo('', { to }))).toBe('')
    expect(server.received[1]?.to).toEqual(to)
  })
})

it.each([
  ['smtp://smtp.exemple.fr', ['smtp.exemple.fr', 587, false, false]],
  ['smtps://smtp.exemple.fr', ['smtp.exemple.fr', 465, true, false]],
  ['smtp://[::1]:2525', ['::1', 2525, false, true]],
  ['smtp://mon.localhost', ['mon.localhost', 587, false, false]],
])('SMTP_URL %s: only this machine needs no TLS', (url, read) => {
  const { host, port, secure, local } = mailServer(url)
  expect([host, port, secure, local]).toEqual(read)
})

it.each<[Step, string, string]>([
  ['port', '', 'server'],
  ['sender', '550 5.1.8 no', 'server'],
  ['recipient', '451 try again', 'message'],
  ['recipient', '550 5.1.1 no such user', 'refused'],
  ['recipient', '552 5.2.2 mailbox full', 'message'],
  ['recipient', '550 5.7.1 Relaying denied, hourly quota exceeded', 'message'],
  ['recipient', '550 5.1.8 Sender address rejected', 'message'],
  ['message', '550-5.4.5 Daily user sending limit exceeded', 'message'],
  ['message', '552 5.3.4 too long', 'refused'],
])('a failure at the step «%s» with the response «%s» is a fault of: %s', (step, said, concerns) => {
  const status = Number(said.slice(0, 3)) || undefined
  const error = new SmtpError(step, 'ECODE', status, `Recipient command failed: ${said}`)
  expect(failureScope(error), 'only a response about the address or the text fails a message or an address').toBe(
    concerns,
  )
})

it('a password is removed from what a server says, also as AUTH LOGIN and AUTH PLAIN send it', () => {
  const login = { user: 'hera', pass: PASSWORD }
  const said = [PASSWORD, ...[PASSWORD, `\0hera\0${PASSWORD}`].map((words) => Buffer.from(words).toString('base64'))]
  expect(withoutPassword(said.join(' '), { ...mailServer(server.url), login })).toBe('*** *** ***')
})
