import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { type FormName, forms } from '../../../src/forms/index.ts'
import { openSession } from '../../../src/server/desk/access/sessions.ts'
import type { Mail } from '../../../src/server/mail/mail.ts'
import { createMorning } from '../../../src/server/mail/morning.ts'
import { plain } from '../../support/plain.ts'
import { valid } from '../../support/samples.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

const BEGIN = '2026-11-20T09:04:05.000Z'
const MINUTE = 60_000
const STAFF = 'atelier@hera.example'

setUpTestBackend(BEGIN)

/** Replaces no-break spaces. */
const mails = () => backend.mails().map(({ mail }) => mail)
const to = (address: string, all: Mail[]) => all.find((mail) => mail.to.includes(address))

describe('the owner', () => {
  it('receives each submission with its answers, a Reply-To of the sender and a link to the desk', () => {
    const reference = backend.submit('contact', { message: 'Un tapis\npour Éole' })
    const lead = to(STAFF, mails())
    expect(lead).toMatchObject({
      to: [STAFF],
      replyTo: 'lea@exemple.fr',
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    expect(lead?.headers).not.toHaveProperty('X-Auto-Response-Suppress')
    expect(lead?.messageId).toMatch(/@hera\.example$/)
    expect(plain(lead?.subject)).toBe('Une commande – Un tapis pour Éole')
    expect(plain(lead?.fromName)).toBe('Hera – Léa Martin')
    expect(plain(lead?.text)).toMatch(/> [^\n]* :\n> Un tapis\n> pour Éole\n/)
    expect(lead?.text).toContain(`https://hera.example/bureau/${reference}`)
    expect(lead?.html).toContain(`https://hera.example/bureau/${reference}`)
  })

  it('gets no message about a single sign-up, and no link that changes anything', () => {
    for (const form of ['contact', 'withdrawal', 'newsletter'] as const) {
      const reference = backend.submit(form)
      if (form === 'newsletter') backend.outbox.add({ kind: 'lead', form, reference, recipient: null })
    }
    const notices = mails().filter((mail) => mail.to.includes(STAFF))
    expect(notices).toHaveLength(2)
    for (const { text } of notices) expect(text.match(/\/bureau\/\S+/g)).toEqual([expect.stringMatching(/#reponse$/)])
  })

  it('sees the chosen options in the subject if no text was written, and dates in words', () => {
    backend.submit('quote', { wished_date: '2027-04-02' })
    const lead = to(STAFF, mails())
    expect(plain(lead?.subject)).toBe('Demande de devis – Le tapis de selle, Elegance, Saut d’obstacles')
    expect(plain(lead?.text)).toContain('2 avril 2027')
  })

  it('receives very many submissions in one message without Reply-To, which reads only those that it names', () => {
    const references = Array.from({ length: 270 }, (_, n) => backend.submit('contact', { email: `p${n}@exemple.fr` }))
    backend.db.exec("DELETE FROM outbox WHERE kind <> 'lead'")
    const read = vi.spyOn(Object.getPrototypeOf(backend.db.prepare('SELECT 1')), 'get')
    const all = mails()
    const wanted = new Set(read.mock.calls.flat().filter((given) => references.slice(20).includes(given as string)))
    read.mockRestore()
    expect(all, 'twenty alone, then one').toHaveLength(21)
    expect(all[20]).not.toHaveProperty('replyTo')
    expect(plain(all[20]?.subject)).toContain('250 demandes')
    expect(plain(all[20]?.text)).toContain('Et 50 de plus')
    expect(wanted.size, 'submissions that were read').toBe(200)
    const [newest] = backend.rows("SELECT message_id FROM outbox WHERE kind = 'lead' ORDER BY id DESC LIMIT 1")
    expect(newest).toEqual({ message_id: all[20]?.messageId })
  })

  it('receives one message in the morning, at eight in Paris, on days when something is due', () => {
    const queueMorning = createMorning(backend.db, backend.outbox, backend.clock)
    const morning = (at: string) => {
      backend.goTo(at)
      queueMorning()
      return mails().map(({ to, subject, text }) => [to[0], plain(subject), plain(text)])
    }
    const reference = backend.submit('contact')
    mails()
    // Friday at ten; the promise of 48 hours leaves out the Sunday.
    expect(morning('2026-11-23T07:00:00.000Z'), 'while nothing is due').toEqual([])
    expect(morning('2026-11-24T06:59:59.999Z'), 'before eight').toEqual([])
    const [[, subject, text] = []] = morning('2026-11-24T07:00:00.000Z')
    expect(subject).toBe('Aujourd’hui : 1 demande')
    expect(text).toContain('Attendent depuis trop longtemps')
    expect(text).toContain(`/bureau/${reference}`)
    expect(morning('2026-11-24T15:00:00.000Z'), 'once a day').toEqual([])
  })

  it('receives a sign-in link at the address that requested it, within half an hour or never', () => {
    const ask = () =>
      backend.outbox.add({ kind: 'sign-in', form: 'bureau', about: '/bureau/C-1', recipient: 'bureau@hera.example' })
    ask()
    backend.goTo(30 * MINUTE)
    const [mail] = mails()
    expect(mail?.to).toEqual(['bureau@hera.example'])
    const [, token = ''] = /\/bureau\/entrer\/([\w-]{32})/.exec(mail?.text ?? '') ?? []
    const opened = openSession(backend.db, backend.clock, randomBytes, token)
    expect(opened, 'session opened by the link').toMatchObject({ destination: '/bureau/C-1' })
    ask()
    backend.goTo(30 * MINUTE + 1)
    expect(mails(), 'links that are sent after half an hour').toEqual([])
    expect(backend.count("outbox WHERE kind = 'sign-in' AND sent_at IS NULL"), 'links that are still queued').toBe(0)
  })
})

describe('a visitor', () => {
  for (const form of Object.values(forms))
    it(`of ${form.name} gets an automatic e-mail that quotes them only for a withdrawal, as the law requires`, () => {
      const typed = Object.entries(form.fields).filter(([, { kind }]) => kind === 'text' || kind === 'textarea')
      const extra = Object.fromEntries(typed.map(([name], i) => [name, `Tapé-${i}`]))
      const reference = backend.submit(form.name as FormName, extra)
      const mail = to(valid[form.name]?.email ?? '', mails())
      const whole = JSON.stringify(mail)
      for (const value of Object.values(extra))
        expect(whole.includes(value), `the e-mail contains ${value}`).toBe(form.name === 'withdrawal')
      if (form.name === 'withdrawal') expect(plain(mail?.text)).toContain('20 novembre 2026 à 10:04:05')
      expect(whole).toContain(reference)
      expect(mail).toMatchObject({
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      })
      expect(mail?.replyTo, 'address of the house').toBe(STAFF)
      expect(mail?.headers['List-Unsubscribe'] !== undefined, 'List-Unsubscribe').toBe(form.isList === true)
    })

  it('of a list confirms and unsubscribes by links of their own, and by one click in the mail program', () => {
    backend.submit('newsletter')
    const [asked] = backend.mails()
    expect(asked?.kind).toBe('confirmation')
    expect(asked?.mail.text).toContain(`https://hera.example/confirmation/${asked?.confirm}`)
    expect(asked?.mail.headers).toMatchObject({
      'List-Unsubscribe': `<https://hera.example/desinscription/${asked?.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    backend.consent.confirm(asked?.confirm ?? '')
    const [welcome] = backend.mails()
    expect(welcome?.kind).toBe('welcome')
    expect(welcome?.mail.text).toContain(`https://hera.example/desinscription/${welcome?.unsubscribe}`)
    expect(welcome?.mail.text).not.toContain('/confirmation/')
    expect(backend.consent.unsubscribe(welcome?.unsubscribe ?? '')?.name).toBe('newsletter')
  })

  it('is welcomed once in ten minutes, however often they enter their address', () => {
    backend.submit('newsletter')
    backend.consent.confirm(backend.mails()[0]?.confirm ?? '')
    backend.mails()
    backend.submit('newsletter')
    expect(mails(), 'e-mails to the same address within ten minutes').toEqual([])
    backend.goTo(10 * MINUTE)
    backend.submit('newsletter')
    expect(backend.mails().map(({ kind }) => kind)).toEqual(['welcome'])
  })

  it('with several withdrawals gets all acknowledgements in one message', () => {
    backend.submit('withdrawal', { order_reference: 'D-1' })
    mails()
    const references = ['D-2', 'D-3', 'D-4', 'D-5'].map((order_reference) =>
      backend.submit('withdrawal', { order_reference }),
    )
    backend.goTo(60 * MINUTE)
    const mail = to('lea@exemple.fr', mails())
    for (const [n, reference] of references.entries()) {
      expect(mail?.text).toContain(reference)
      expect(mail?.text).toContain(`D-${n + 2}`)
    }
    expect(plain(mail?.subject)).toContain(`${references.slice(0, 3).join(', ')} et 1 de plus`)
  })

  it('whose submission was erased gets no message, nor does the owner', () => {
    backend.submit('contact')
    const dispatches = [backend.order.claim(), backend.order.claim()]
    backend.db.exec('DELETE FROM leads')
    expect(dispatches.map((dispatch) => dispatch?.messages[0].kind)).toEqual(['lead', 'acknowledgement'])
    const written = dispatches.map((dispatch) => dispatch && backend.compose(dispatch))
    expect(written, 'e-mails about an erased submission').toEqual([undefined, undefined])
    backend.db.pragma('foreign_keys = OFF')
    backend.outbox.add({ kind: 'acknowledgement', form: 'inconnu', reference: 'C-1', recipient: 'lea@exemple.fr' })
    expect(mails(), 'e-mails about an unknown form').toEqual([])
    expect(backend.count("outbox WHERE kind = 'acknowledgement' AND form = 'inconnu'"), 'messages that are left').toBe(
      0,
    )
  })
})

it('a message is stored with its submission or not at all', () => {
  backend.db.exec("CREATE TRIGGER no BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'disk'); END")
  expect(() => backend.submit('contact')).toThrow('disk')
  expect(backend.count('contact_messages'), 'submissions without their message').toBe(0)
})
