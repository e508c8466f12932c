import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mailboxOf } from '../../../src/server/mail/mailbox.ts'
import type { Sender } from '../../../src/server/mail/sender.ts'
import { type MailServer, openMailServer } from '../../smtp.ts'
import { openShop, type Shop } from './shop.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let server: MailServer
let shop: Shop
let sender: Sender | undefined
beforeEach(async () => {
  server = await openMailServer()
  shop = openShop(server.url)
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockReturnValue(true)
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
const arrived = (count: number) => expect.poll(() => server.received.length, { timeout: 15_000 }).toBe(count)
/** Waits until the sender has looked at the outbox again and found nothing to send. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 150))
const to = (address: string) => server.received.filter((mail) => mail.to.includes(address))
const plain = (text = '') => text.replace(/[\u00A0\u202F]/g, ' ')
const waiting = (kind: string) => shop.queue().filter((row) => row.kind === kind && !row.sent_at && !row.hold)

describe('a stranger’s words', () => {
  const PHISHING =
    'Votre remboursement de 489 € est bloqué :\nhttps://hera-remboursement.example/carte\n\u202Eegap\u202C www.mal.example\u200B'

  it('in a withdrawal are quoted line by line, without links and invisible signs', async () => {
    shop.submit('withdrawal', { email: 'victime@exemple.fr', message: PHISHING, name: 'x\u2028https://mal.example' })
    start()
    await arrived(2)
    const [mail] = to('victime@exemple.fr')
    const lines = plain(mail?.text).split('\n')
    expect(lines).toContain('> Votre remboursement de 489 € est bloqué :')
    expect(lines).toContain('> https[:]//hera-remboursement[.]example/carte')
    expect(lines).toContain('> egap www[.]mal[.]example')
    for (const text of [mail?.text ?? '', mail?.html ?? '']) {
      expect(text).not.toMatch(/https?:\/\/(?!hera\.example)/)
      expect(text).not.toMatch(/mal\.example|remboursement\.example/)
      expect(text).not.toMatch(/[\u200B\u2028\u202E]/)
    }
    for (const line of lines.filter((each) => /489|egap|carte|x$/.test(each))) expect(line).toMatch(/^> /)
  })

  it('are escaped in the HTML of the house', async () => {
    shop.submit('contact', { message: '<img src="https://mal.example/x"> & <a href="y">ici</a>' })
    start()
    await arrived(2)
    const [mail] = to('atelier@hera.example')
    expect(mail?.html).not.toMatch(/<img|<a href="y"/)
    expect(mail?.html).toContain('&#60;img src=&#34;')
    expect(plain(mail?.text)).toContain('> Votre message : <img src="https://mal.example/x">')
  })
})

describe('an acknowledgement of a withdrawal', () => {
  it('goes at once; those of the next hour to that mailbox go together after it', async () => {
    const first = shop.submit('withdrawal', { email: 'v.ictime@gmail.com', message: 'premier' })
    start()
    await arrived(2)
    const others = Array.from({ length: 12 }, (_, n) =>
      shop.submit('withdrawal', { email: `victime+${n}@googlemail.com`, message: `faux ${n}` }),
    )
    const wait = shop.policy.explain(waiting('withdrawal')[0]?.id ?? 0)
    expect(wait).toMatchObject({ for: 'withdrawals', after: 2 })
    await settled()
    const acknowledged = () => server.received.filter(({ to }) => /gmail|googlemail/.test(to[0] ?? ''))
    expect(acknowledged()).toHaveLength(1)
    shop.pass(HOUR + MINUTE)
    await expect.poll(() => acknowledged().length).toBe(2)
    for (const { reference } of others) expect(acknowledged()[1]?.text).toContain(reference)
    expect(acknowledged()[0]?.text).toContain(first.reference)
    expect(waiting('withdrawal')).toHaveLength(0)
    expect(shop.queue().filter((row) => row.kind === 'withdrawal' && row.sent_with !== null)).toHaveLength(12)
  })

  it('is not delayed by other messages to that address', async () => {
    start()
    for (let n = 0; n < 8; n++) shop.submit('contact', { message: `n° ${n}` })
    const { reference } = shop.submit('withdrawal')
    await expect.poll(() => to('lea@exemple.fr').some(({ text }) => text.includes(reference))).toBe(true)
  })
})

describe('one mailbox', () => {
  it('is known under each of its addresses', () => {
    expect(mailboxOf('Cible+1@Exemple.fr')).toBe('cible@exemple.fr')
    expect(mailboxOf('c.i.b.l.e+x@googlemail.com')).toBe('cible@gmail.com')
    expect(mailboxOf('c.ible@exemple.fr')).toBe('c.ible@exemple.fr')
    expect(mailboxOf('+x@exemple.fr')).toBe('+x@exemple.fr')
  })

  it('gets three confirmations a day however it is written; the others are held and listed', () => {
    for (let n = 0; n < 300; n++) shop.submit('newsletter', { email: `cible+${n}@exemple.fr` })
    expect(waiting('confirmation')).toHaveLength(3)
    expect(shop.queue().filter(({ hold }) => hold === 'mailbox')).toHaveLength(297)
  })

  it('keeps its share of one purpose when another is used up, and gets it anew the next day', () => {
    for (let n = 0; n < 5; n++) shop.submit('contact', { message: `n° ${n}`, email: 'lettre@exemple.fr' })
    shop.submit('newsletter')
    expect(waiting('acknowledgement')).toHaveLength(3)
    expect(waiting('confirmation')).toHaveLength(1)
    shop.pass(24 * HOUR + MINUTE)
    shop.submit('contact', { message: 'Le lendemain', email: 'lettre@exemple.fr' })
    expect(waiting('acknowledgement')).toHaveLength(4)
  })
})

describe('one network', () => {
  it('causes fifty messages to persons a day from one address, two hundred from a /48', () => {
    for (let n = 0; n < 60; n++) shop.submit('waitlist', { email: `a${n}@exemple.fr` }, '192.0.2.7')
    expect(waiting('confirmation')).toHaveLength(50)
    expect(shop.queue().filter(({ hold }) => hold === 'network')).toHaveLength(10)
    for (let n = 0; n < 300; n++)
      shop.submit('waitlist', { email: `b${n}@exemple.fr` }, `2001:db8:1:${(n * 200).toString(16)}::1`)
    expect(waiting('confirmation')).toHaveLength(250)
    shop.submit('waitlist', { email: 'ailleurs@exemple.fr' }, '2001:db8:2::1')
    expect(waiting('confirmation')).toHaveLength(251)
  })
})

describe('the house', () => {
  it('is told of twenty an hour one by one, then every quarter of an hour of all at once', async () => {
    start()
    for (let n = 0; n < 60; n++) shop.submit('contact', { message: `n° ${n}`, email: `p${n}@exemple.fr` })
    const notices = () => to('atelier@hera.example')
    await expect.poll(() => notices().length, { timeout: 15_000 }).toBe(21)
    expect(plain(notices().at(-1)?.headers.subject)).toBe('40 demandes à lire')
    const later = shop.submit('contact', { message: 'Encore une' })
    await settled()
    expect(notices()).toHaveLength(21)
    expect(shop.policy.explain(waiting('lead')[0]?.id ?? 0)).toMatchObject({ for: 'collection' })
    shop.pass(15 * MINUTE)
    await expect.poll(() => notices().length).toBe(22)
    expect(notices().at(-1)?.text).toContain(later.reference)
    shop.pass(HOUR)
    shop.submit('contact', { message: 'Le calme est revenu' })
    await expect.poll(() => notices().length).toBe(23)
    expect(plain(notices().at(-1)?.headers.subject)).toContain('Message de contact')
  })

  it('names each lead of a collection once, the first with their answers, and counts the rest', async () => {
    for (let n = 0; n < 300; n++) shop.submit('contact', { message: `Demande ${n}.`, email: `p${n}@exemple.fr` })
    start()
    const notices = () => to('atelier@hera.example')
    await expect.poll(() => notices().length, { timeout: 15_000 }).toBe(21)
    const { text = '' } = notices().at(-1) ?? {}
    expect(text.match(/^> Demande|: Demande/gm)).toHaveLength(30)
    expect(new Set(text.match(/\/bureau\/C-[\w-]+/g)).size).toBe(230)
    expect(plain(text)).toContain('Et 50 de plus')
  })

  it('has several addresses, and others for single forms; each collection goes to its own', async () => {
    shop = openShop(server.url, {
      to: ['atelier@hera.example', 'bureau@hera.example'],
      toByForm: { partnership: ['ventes@hera.example'] },
    })
    shop.submit('contact')
    shop.submit('partnership')
    start()
    await arrived(4)
    expect(to('bureau@hera.example')[0]?.to).toEqual(['atelier@hera.example', 'bureau@hera.example'])
    expect(to('ventes@hera.example')[0]?.to).toEqual(['ventes@hera.example'])
    expect(plain(to('ventes@hera.example')[0]?.headers.subject)).toContain('Candidature de revendeur')
  })
})

describe('MAIL_PER_HOUR', () => {
  it('holds for all together, leaves room for what is more urgent, and outlasts a restart', async () => {
    shop = openShop(server.url, { perHour: 10 })
    for (let n = 0; n < 15; n++) shop.submit('contact', { message: `n° ${n}`, email: `p${n}@exemple.fr` })
    start()
    await arrived(9)
    await settled()
    expect(server.received).toHaveLength(9)
    expect(shop.policy.explain(waiting('acknowledgement')[0]?.id ?? 0)).toEqual({ for: 'budget' })
    await sender?.stop()
    start()
    shop.submit('withdrawal')
    await arrived(10)
    await settled()
    expect(to('lea@exemple.fr')[0]?.headers.subject).toContain('rétractation')
    shop.pass(HOUR + MINUTE)
    await arrived(19)
  })
})

describe('a sign-up without e-mail', () => {
  it('is asked to confirm once, when e-mail is there, a few at a time', async () => {
    for (let n = 0; n < 45; n++) shop.submitWithoutMail('waitlist', { email: `p${n}@exemple.fr` })
    shop.submitWithoutMail('newsletter', { email: 'non@exemple.fr' })
    shop.objections.add('non@exemple.fr')
    expect(shop.queue()).toHaveLength(0)
    start()
    await arrived(45)
    await settled()
    expect(new Set(server.received.map(({ to }) => to[0])).size).toBe(45)
    shop.db.exec('DELETE FROM outbox')
    await settled()
    expect(server.received).toHaveLength(45)
  })
})
