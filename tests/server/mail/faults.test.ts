import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../../src/server/config.ts'
import { houseRefusals, retryMessages, serverFailure } from '../../../src/server/mail/outbox-admin.ts'
import type { Sender } from '../../../src/server/mail/sender.ts'
import { openSession } from '../../../src/server/mail/smtp-session.ts'
import { trialMail, tryOffering, trySending } from '../../../src/server/mail/trial.ts'
import { type MailServer, openMailServer } from '../../smtp.ts'
import { openShop, type Shop } from './shop.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The pauses of the program. */
const WAITS = {
  server: [2000, 10_000, MINUTE, 5 * MINUTE, 15 * MINUTE],
  message: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR],
}
const PASSWORD = 'mot de passe@secret'

let server: MailServer
let shop: Shop
let sender: Sender | undefined
let printed: string[]
beforeEach(async () => {
  server = await openMailServer()
  shop = openShop(server.url, { waits: WAITS })
  printed = []
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed.push(String(text))
      return true
    })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await sender?.stop()
  sender = undefined
  await server.close()
})

const start = () => {
  sender = shop.send()
}
const to = (address: string) => server.received.filter((mail) => mail.to.includes(address))
const rowOf = (recipient: string | null, reference: string) =>
  shop.queue().find((row) => row.recipient === recipient && row.reference === reference)
/** How often a message was tried, once the attempt that runs is settled. */
const tried = (recipient: string | null, reference: string) => {
  const row = rowOf(recipient, reference)
  return row?.claimed_at ? undefined : row?.attempts
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 150))

describe('a recipient at whom the server hangs up', () => {
  beforeEach(() => server.moods.set('mauvaise@exemple.fr', 'drop'))

  it('holds up no other message, and is tried at growing intervals', async () => {
    const { reference } = shop.submit('contact', { email: 'mauvaise@exemple.fr' })
    start()
    await expect.poll(() => to('atelier@hera.example').length).toBe(1)
    await expect.poll(() => tried('mauvaise@exemple.fr', reference)).toBe(1)
    for (const [n, pause] of WAITS.message.entries()) {
      shop.submit('contact', { email: `bonne${n}@exemple.fr`, message: `n° ${n}` })
      await expect.poll(() => to(`bonne${n}@exemple.fr`).length, { timeout: 5000 }).toBe(1)
      expect(rowOf('mauvaise@exemple.fr', reference)?.attempts).toBe(n + 1)
      shop.pass(pause)
      await expect.poll(() => tried('mauvaise@exemple.fr', reference), { timeout: 5000 }).toBe(n + 2)
    }
  })

  it('is given up after five days, and can be tried again', async () => {
    const { reference } = shop.submit('contact', { email: 'mauvaise@exemple.fr' })
    start()
    const row = () => rowOf('mauvaise@exemple.fr', reference)
    await expect.poll(() => tried('mauvaise@exemple.fr', reference)).toBe(1)
    shop.pass(5 * DAY - MINUTE)
    await expect.poll(() => tried('mauvaise@exemple.fr', reference)).toBe(2)
    expect(row()?.failure).toBeNull()
    shop.pass(6 * HOUR)
    await expect.poll(() => row()?.failure).toBe('expired')
    server.moods.clear()
    expect(retryMessages(shop.db, shop.clock, row()?.id)).toBe(1)
    await expect.poll(() => to('mauvaise@exemple.fr').length).toBe(1)
  })
})

describe('a failure that concerns every message', () => {
  it('pauses them all, counts no attempt of any, and ends at the operator’s word', async () => {
    server.mood = 'refuse-sender'
    shop.submit('contact')
    start()
    await expect.poll(() => shop.outbox.server().failures).toBe(1)
    shop.pass(WAITS.server[0] as number)
    await expect.poll(() => shop.outbox.server().failures).toBe(2)
    expect(shop.queue().map(({ attempts }) => attempts)).toEqual([0, 0])
    expect(serverFailure(shop.db)).toContain('sender not allowed')
    server.mood = 'well'
    await settled()
    expect(server.received).toHaveLength(0)
    expect(retryMessages(shop.db, shop.clock)).toBe(2)
    await expect.poll(() => server.received.length).toBe(2)
    expect(serverFailure(shop.db)).toBeUndefined()
  })

  it('is a login that is refused; the password is in no log, no row and no report', async () => {
    const strict = await openMailServer({ password: 'un autre' })
    const url = strict.url.replace('un%20autre', encodeURIComponent(PASSWORD))
    shop = openShop(url)
    shop.submit('contact')
    start()
    await expect.poll(() => shop.outbox.server().failures).toBeGreaterThan(0)
    const mail = { smtpUrl: url, from: 'bonjour@hera.example', to: [], toByForm: {}, perHour: 300 }
    const trial = await tryOffering(mail, 'atelier@hera.example')
    expect(trial.failed).toMatch(/Connexion.*refuse.*hera/)
    const everything = [printed.join(''), JSON.stringify(trial), shop.outbox.server().lastError].join()
    expect(everything).not.toContain(PASSWORD)
    expect(everything).not.toContain(Buffer.from(PASSWORD).toString('base64'))
    await strict.close()
  })

  it('is a server elsewhere that offers no TLS: nothing is said to it in the clear', async () => {
    const elsewhere = { host: '127.0.0.1', port: server.port, secure: false, local: false }
    await expect(openSession({ ...elsewhere, login: { user: 'hera', pass: PASSWORD } })).rejects.toMatchObject({
      step: 'tls',
    })
    expect(server.received).toHaveLength(0)
  })
})

describe('the house', () => {
  it('that refuses for good is tried again, and doctor hears of it', async () => {
    server.moods.set('atelier@hera.example', 'refuse')
    const { reference } = shop.submit('contact')
    start()
    await expect.poll(() => tried(null, reference)).toBe(1)
    expect(rowOf(null, reference)?.failure).toBeNull()
    expect(houseRefusals(shop.db, new Date(0))).toEqual([expect.stringContaining('no such user')])
    server.moods.clear()
    shop.pass(MINUTE)
    await expect.poll(() => to('atelier@hera.example').length).toBe(1)
    expect(houseRefusals(shop.db, new Date(0))).toEqual([])
  })

  it('of two addresses, one refused: the other has it, and doctor hears of the refusal', async () => {
    shop = openShop(server.url, { to: ['atelier@hera.example', 'partie@hera.example'] })
    server.moods.set('partie@hera.example', 'refuse')
    shop.submit('contact')
    start()
    await expect.poll(() => to('atelier@hera.example').length).toBe(1)
    await expect
      .poll(() => houseRefusals(shop.db, new Date(0)))
      .toEqual([expect.stringContaining('partie@hera.example')])
  })
})

describe('hera mail test', () => {
  const mailTo = (smtpUrl: string) => ({
    smtpUrl,
    from: 'Hera <bonjour@hera.example>',
    to: ['atelier@hera.example'],
    toByForm: {},
    perHour: 300,
  })
  const run = (smtpUrl: string) => trySending(mailTo(smtpUrl), 'lea@exemple.fr', trialMail('https://hera.example'))

  it('sends, and says each step', async () => {
    const { passed, failed } = await run(server.url)
    expect(failed).toBeUndefined()
    expect(passed.map((step) => step.split(' :')[0])).toEqual([
      'Nom',
      'Port',
      'TLS',
      'Connexion',
      'Expéditeur',
      'Destinataire',
      'Message',
    ])
    expect(to('lea@exemple.fr')[0]?.headers.subject).toContain('Essai')
  })

  it('says where it failed: name, port, TLS, sender, recipient', async () => {
    expect((await run('smtp://nulle-part.invalid')).failed).toMatch(/^Nom : « nulle-part.invalid »/)
    const closed = await openMailServer()
    await closed.close()
    expect((await run(closed.url)).failed).toMatch(/^Port : /)
    expect((await run(server.url.replace('smtp:', 'smtps:'))).failed).toMatch(/^TLS : /)
    server.mood = 'refuse-sender'
    expect((await run(server.url)).failed).toMatch(/^Expéditeur : .*bonjour@hera.example/)
    server.mood = 'refuse'
    const { passed, failed } = await run(server.url)
    expect(failed).toMatch(/^Destinataire : .*lea@exemple.fr/)
    expect(passed).toHaveLength(5)
  })
})

it('a malformed SMTP_URL is refused without being shown', () => {
  for (const url of [
    `smtp://hera:${PASSWORD}@`,
    `http://hera:${PASSWORD}@smtp.exemple.fr`,
    `smtps://h:%@smtp.exemple.fr`,
  ])
    expect(() => readConfig({ SMTP_URL: url, MAIL_FROM: 'a@b.fr', MAIL_TO: 'a@b.fr' })).toThrow(
      /^SMTP_URL doit[^@]*@serveur[^@]*$/,
    )
})
