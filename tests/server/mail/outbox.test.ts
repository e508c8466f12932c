import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FormName, forms } from '../../../src/forms/index.ts'
import type { Sender } from '../../../src/server/mail/sender.ts'
import { releaseSuspected } from '../../../src/server/submissions/spam.ts'
import { valid } from '../../samples.ts'
import { type MailServer, openMailServer } from '../../smtp.ts'
import { notices, openShop, type Shop } from './shop.ts'

let server: MailServer
let shop: Shop
let sender: Sender | undefined
let printed: string[]
beforeEach(async () => {
  server = await openMailServer()
  shop = openShop(server.url)
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
const arrived = (count: number) => expect.poll(() => server.received.length).toBe(count)
/** What is meant, whatever spaces the typography wants. */
const plain = (text = '') => text.replace(/[\u00A0\u202F]/g, ' ')
const to = (address: string) => server.received.find((mail) => mail.to.includes(address))

describe('what is sent', () => {
  it('is each lead to the operator, readable, with a reply to the person, and an acknowledgement', async () => {
    const { reference } = shop.submit('contact', { message: 'Un tapis\npour Éole' })
    start()
    await arrived(2)
    const lead = to('atelier@hera.example')
    expect(lead?.headers['reply-to']).toBe('lea@exemple.fr')
    expect(lead?.headers.subject).toContain('Message de contact')
    expect(lead?.headers.subject).toContain('Une commande')
    expect(plain(lead?.text)).toContain('> Votre message :\n> Un tapis\n> pour Éole')
    expect(plain(lead?.text)).toContain('> Votre nom : Léa Martin')
    expect(lead?.text).toContain(`https://hera.example/bureau/${reference}`)
    expect(lead?.html).toContain(`https://hera.example/bureau/${reference}`)
    const receipt = to('lea@exemple.fr')
    expect(receipt?.text).toContain(reference)
    expect(receipt?.headers['reply-to']).toBeUndefined()
  })

  for (const form of Object.values(forms))
    it(`${form.name}: holds no text of the visitor when it goes to the person, but for a withdrawal`, async () => {
      const typed = Object.entries(form.fields).filter(([, { kind }]) => kind === 'text' || kind === 'textarea')
      const extra = Object.fromEntries(typed.map(([name], i) => [name, `Tapé-${i}`]))
      shop.submit(form.name as FormName, extra)
      start()
      await arrived(2)
      const mail = to(valid[form.name]?.email ?? '')
      const whole = JSON.stringify(mail)
      for (const value of Object.values(extra)) expect(whole.includes(value)).toBe(form.name === 'withdrawal')
      if (form.name === 'withdrawal') expect(plain(mail?.text)).toMatch(/le \d.* à \d\d:\d\d:\d\d \(heure de Paris\)/)
      expect(mail?.headers['list-unsubscribe'] !== undefined).toBe(form.uniqueBy !== undefined)
    })

  it('takes no header and no second recipient from what is typed', async () => {
    const nasty = 'x\r\nBcc: victime@exemple.fr\r\n\r\nFaux'
    shop.submit('contact', { name: nasty, message: nasty, email: "o'br{ien|x@exemple.fr" })
    start()
    await arrived(2)
    expect(server.received.flatMap((mail) => mail.to).sort()).toEqual(['atelier@hera.example', "o'br{ien|x@exemple.fr"])
    for (const { headers } of server.received) expect(headers.bcc).toBeUndefined()
  })

  it('is nothing to anyone for a suspected row, until it is released', async () => {
    const { reference } = shop.submitSuspected('contact')
    start()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(server.received).toHaveLength(0)
    releaseSuspected(shop.db, forms.contact, reference)
    await arrived(2)
  })
})

describe('a mail server that fails', () => {
  it('refuses the connection: everything is stored, and goes once when it is back', async () => {
    const { port } = server
    await server.close()
    start()
    shop.submit('contact')
    shop.submit('partnership')
    await expect.poll(() => printed.join('')).toMatch(/ERROR mail .*next attempt/)
    server = await openMailServer({ port })
    await arrived(4)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(server.received).toHaveLength(4)
    expect(printed.join('')).toContain('answers again')
    expect(printed.join('')).not.toMatch(/@exemple|Léa|Martin/)
  })

  it('stalls: a submission does not wait for it', async () => {
    server.mood = 'stall'
    start()
    for (let i = 0; i < 10; i++) shop.submit('contact', { message: `n° ${i}`, email: `p${i}@exemple.fr` })
    await expect.poll(() => printed.join('')).toMatch(/ERROR mail/)
    server.mood = 'well'
    await arrived(20)
  })

  it('drops in the middle: the message goes again under the same Message-ID', async () => {
    server.mood = 'drop-after'
    start()
    shop.submit('newsletter', { email: 'seule@exemple.fr' })
    await expect.poll(() => server.received.length).toBeGreaterThan(1)
    server.mood = 'well'
    await expect.poll(() => shop.queue().every(({ sent_at }) => sent_at !== null)).toBe(true)
    const ids = server.received.map(({ headers }) => headers['message-id'])
    expect(new Set(ids).size).toBe(2)
    expect(ids.length).toBeGreaterThan(2)
  })

  it('is not asked twice for a message that went and could not be noted as sent', async () => {
    const note = vi.spyOn(shop.outbox, 'sent').mockImplementationOnce(() => {
      throw new Error('database is locked')
    })
    shop.submit('newsletter', { email: 'seule@exemple.fr' })
    start()
    await expect.poll(() => shop.queue().every(({ sent_at }) => sent_at !== null)).toBe(true)
    expect(note.mock.calls.length).toBeGreaterThan(server.received.length)
    expect(server.received).toHaveLength(2)
  })

  it('puts off: tries again later; one message does not hold up another', async () => {
    server.mood = 'put-off'
    shop.submit('contact')
    start()
    await expect.poll(() => shop.queue().every(({ attempts }) => Number(attempts) > 1)).toBe(true)
    server.mood = 'well'
    await arrived(2)
  })

  it('refuses a person for good: that is said once without the address; the lead is tried again', async () => {
    server.mood = 'refuse'
    shop.submit('contact')
    start()
    await expect.poll(() => shop.queue().find(({ kind }) => kind === 'acknowledgement')?.failed_at).toBeTruthy()
    expect(printed.join('')).toContain('EENVELOPE 550')
    expect(printed.join('')).not.toContain('lea@')
    server.mood = 'well'
    await arrived(1)
    expect(server.received[0]?.to).toEqual(['atelier@hera.example'])
  })
})

describe('the queue', () => {
  it('gives a message to one taker, and again only after the lease of a taker that died', () => {
    shop.submit('waitlist')
    const first = shop.outbox.claim()?.messages[0]
    const second = shop.outbox.claim()?.messages[0]
    expect(first?.id).not.toBe(second?.id)
    expect(shop.outbox.claim()).toBeUndefined()
    shop.pass(10 * 60_000 + 1)
    expect(shop.outbox.claim()?.messages[0].messageId).toBe(first?.messageId)
  })

  it('is written with the submission or not at all', () => {
    shop.db.exec("CREATE TRIGGER no BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'disk'); END")
    expect(() => shop.submit('contact')).toThrow('disk')
    expect(shop.db.prepare('SELECT count(*) FROM contact_messages').pluck().get()).toBe(0)
  })
})

describe('consent by link', () => {
  const link = (mail: { text: string } | undefined, folder: string) =>
    new RegExp(`https://hera.example/${folder}/([\\w-]{32})`).exec(mail?.text ?? '')?.[1] ?? ''
  const row = () => shop.db.prepare('SELECT * FROM waitlist_signups').get() as Record<string, unknown>

  it('confirms, greets, ends; keeps each step with its wording; stores no token', async () => {
    shop.submit('waitlist')
    start()
    await arrived(2)
    const mail = to('liste@exemple.fr')
    const token = link(mail, 'confirmation')
    expect(JSON.stringify(shop.db.prepare('SELECT * FROM consent_tokens').all())).not.toContain(token)
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(row().confirmed_at).toBeNull()
    expect(shop.consent.confirm(token)?.form).toBe(forms.waitlist)
    expect(shop.consent.confirm(token)?.form).toBe(forms.waitlist)
    expect(row().confirmed_at).toBeTruthy()
    await arrived(3)
    const leave = link(server.received.at(-1), 'desinscription')
    expect(shop.consent.unsubscribe(leave)?.form).toBe(forms.waitlist)
    expect(row().unsubscribed_at).toBeTruthy()
    expect(shop.consent.confirm(token)).toBeUndefined()
    const events = shop.db.prepare('SELECT event, notice_version FROM consent_events ORDER BY id').all()
    expect(events).toEqual(
      ['asked', 'confirmed', 'unsubscribed'].map((event) => ({ event, notice_version: notices.waitlist?.version })),
    )
  })

  it('refuses what is unknown, and a confirmation after its time', async () => {
    shop.submit('waitlist')
    start()
    await arrived(2)
    const token = link(to('liste@exemple.fr'), 'confirmation')
    expect(shop.consent.confirm('x'.repeat(32))).toBeUndefined()
    expect(shop.consent.unsubscribe(token)).toBeUndefined()
    shop.pass(31 * 86_400_000)
    expect(shop.consent.confirm(token)).toBeUndefined()
  })

  it('asks anew whoever comes back, and answers alike', async () => {
    const first = shop.submit('waitlist')
    start()
    await arrived(2)
    shop.consent.unsubscribe(
      /desinscription\/([\w-]{32})/.exec(to('liste@exemple.fr')?.headers['list-unsubscribe'] ?? '')?.[1] ?? '',
    )
    shop.pass(11 * 60_000)
    const again = shop.submit('waitlist')
    expect(again.reference).toBe(first.reference)
    expect(row()).toMatchObject({ unsubscribed_at: null, confirmed_at: null })
    await arrived(3)
  })

  it('never writes to whoever objected', () => {
    shop.objections.add('LISTE@exemple.fr')
    shop.submit('waitlist')
    expect(shop.queue().map(({ kind }) => kind)).toEqual(['lead'])
  })
})
