import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { type FormName, forms } from '../../../src/forms/index.ts'
import { createDeskSessions } from '../../../src/server/desk/access/sessions.ts'
import { changeFollowUp } from '../../../src/server/leads/follow-up/follow-up.ts'
import { dayFigures } from '../../../src/server/mail/day-figures.ts'
import { createLetterDrafts } from '../../../src/server/mail/letters/drafts.ts'
import type { Mail } from '../../../src/server/mail/mail.ts'
import { createStaffMail } from '../../../src/server/mail/staff-mail.ts'
import { plain } from '../../plain.ts'
import { valid } from '../../samples.ts'
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

  it('gets a button that closes each submission, and no message about a single sign-up', () => {
    for (const form of ['contact', 'withdrawal', 'newsletter'] as const) {
      const reference = backend.submit(form)
      if (form === 'newsletter') backend.outbox.add({ kind: 'lead', form, reference, recipient: null })
    }
    const labels = mails()
      .filter((mail) => mail.to.includes(STAFF))
      .map(({ text }) => plain(text).match(/J’ai répondu|C’est remboursé/g))
    expect(labels).toEqual([['J’ai répondu'], ['C’est remboursé']])
  })

  it('sees the chosen options in the subject if no text was written, and dates in words', () => {
    backend.submit('quote', { wished_date: '2027-04-02' })
    const lead = to(STAFF, mails())
    expect(plain(lead?.subject)).toBe('Demande de devis – Le tapis de selle, Elegance, Saut d’obstacles')
    expect(plain(lead?.text)).toContain('2 avril 2027')
  })

  it('receives many submissions in one message without Reply-To, whose id is that of the newest', () => {
    for (let n = 0; n < 22; n++) backend.submit('contact', { email: `p${n}@exemple.fr` })
    backend.db.exec("DELETE FROM outbox WHERE kind <> 'lead'")
    const all = mails()
    expect(all, 'e-mails about 22 submissions').toHaveLength(21)
    expect(all.slice(0, 20).map(({ replyTo }) => replyTo)).not.toContain(undefined)
    expect(all[20]).not.toHaveProperty('replyTo')
    expect(plain(all[20]?.subject)).toContain('2 demandes')
    const [newest] = backend.rows("SELECT message_id FROM outbox WHERE kind = 'lead' ORDER BY id DESC LIMIT 1")
    expect(newest).toEqual({ message_id: all[20]?.messageId })
  })

  it('receives very many submissions in one message, which reads only those that it names', () => {
    const references = Array.from({ length: 270 }, (_, n) => backend.submit('contact', { email: `p${n}@exemple.fr` }))
    backend.db.exec("DELETE FROM outbox WHERE kind <> 'lead'")
    const read = vi.spyOn(Object.getPrototypeOf(backend.db.prepare('SELECT 1')), 'get')
    const [collected] = mails().slice(20)
    const wanted = new Set(read.mock.calls.flat().filter((given) => references.slice(20).includes(given as string)))
    read.mockRestore()
    expect(plain(collected?.subject)).toContain('250 demandes')
    expect(plain(collected?.text)).toContain('Et 20 de plus')
    expect(wanted.size, 'submissions that were read').toBe(230)
  })

  it('receives a reminder of a submission on the chosen day, with its note', () => {
    const reference = backend.submit('contact')
    backend.db.prepare("UPDATE leads SET remind_on = '2026-11-21', note = ?").run('Rappeler\nLéa')
    mails()
    backend.goTo('2026-11-21T08:00:00.000Z')
    createStaffMail(backend.db, backend.outbox, backend.clock)()
    const [reminder] = mails()
    expect(reminder).toMatchObject({ to: [STAFF], headers: { 'Auto-Submitted': 'auto-generated' } })
    expect(plain(reminder?.subject)).toBe('Rappel – Léa Martin')
    expect(plain(reminder?.fromName)).toBe('Hera – Léa Martin')
    expect(plain(reminder?.text)).toContain('> Rappeler\n> Léa')
    expect(reminder?.text).toContain(`https://hera.example/bureau/${reference}`)
    expect(reminder?.html).toContain(`href="https://hera.example/bureau/${reference}"`)
    const later = { remind_on: '2026-11-22', note: '' }
    expect(changeFollowUp(backend.db, backend.clock, reference, later, 0, null)).toEqual({ kind: 'changed' })
    backend.goTo('2026-11-22T08:00:00.000Z')
    createStaffMail(backend.db, backend.outbox, backend.clock)()
    expect(plain(mails()[0]?.text)).toContain('> (sans note)')
  })

  it('receives the sign-ups once a day, and each suspected submission with a button', () => {
    for (let n = 0; n < 3; n++) backend.submit('newsletter', { email: `n${n}@exemple.fr` })
    backend.submit('waitlist', { email: 'attente@exemple.fr' })
    const suspected = backend.submit(
      'contact',
      { name: 'Zoé\u202E', message: 'Gagnez https://mal.example\nvite' },
      true,
    )
    expect(to(STAFF, mails()), 'an immediate e-mail to the owner').toBeUndefined()
    const daily = createStaffMail(backend.db, backend.outbox, backend.clock)
    backend.goTo('2026-11-21T06:59:59.000Z')
    daily()
    expect(to(STAFF, mails()), 'an e-mail to the owner before eight').toBeUndefined()
    backend.goTo('2026-11-21T07:00:00.000Z')
    daily()
    const [point, ...others] = mails()
    expect(others, 'e-mails beside the daily one').toEqual([])
    expect(plain(point?.subject)).toBe('4 inscriptions, 1 envoi suspect')
    expect(plain(point?.text)).toContain('4 inscriptions. Liste d’attente : 1, Lettre d’information : 3.')
    expect(plain(point?.text)).toContain('> Zoé – Gagnez https[:]//mal[.]example vite\nRegarder :')
    expect(point?.html).toContain(`href="https://hera.example/bureau/${suspected}"`)
    backend.goTo('2026-11-22T07:00:00.000Z')
    daily()
    expect(mails(), 'e-mails of a day without submissions').toEqual([])
    // The site is off for two mornings: the next message covers everything since the last one.
    backend.submit('newsletter', { email: 'n8@exemple.fr' })
    mails()
    backend.goTo('2026-11-25T09:00:00.000Z')
    daily()
    const after = mails().find(({ subject }) => subject.includes('inscription'))
    expect([plain(after?.subject), plain(after?.text)]).toEqual([
      '1 inscription',
      expect.stringContaining('Depuis le 21 novembre'),
    ])
  })

  it('reads how many submissions are suspected, and the latest thirty of them', () => {
    for (let n = 0; n < 31; n++) backend.submit('contact', { email: `s${n}@exemple.fr` }, true)
    backend.goTo('2026-11-21T07:00:00.000Z')
    const { count, leads } = dayFigures(backend.db, '2026-11-21').suspected
    expect([count, leads.length]).toEqual([31, 30])
    createStaffMail(backend.db, backend.outbox, backend.clock)()
    const [point] = mails()
    expect(plain(point?.subject)).toBe('31 envois suspects')
    expect(plain(point?.text)).toContain('Et 1 de plus')
  })

  it('receives the weekly summary at the first address only', () => {
    backend.submit('contact')
    mails()
    const words = { list: 'newsletter', subject: 'Le printemps', text: 'Bonjour', firstReaders: null, restOf: null }
    const drafts = createLetterDrafts(backend.db, backend.clock)
    drafts.schedule(drafts.create(words, null).id, '2026-11-24T08:00:00.000Z')
    drafts.create({ ...words, subject: 'Sans heure' }, null)
    backend.goTo('2026-11-23T08:00:00.000Z')
    createStaffMail(backend.db, backend.outbox, backend.clock)()
    const [weekly] = mails()
    expect(weekly).toMatchObject({ to: [STAFF], subject: expect.stringContaining('1') })
    expect(plain(weekly?.text)).toContain('Message de contact : 1')
    expect(plain(weekly?.text)).toMatch(/Le printemps.*mardi 24 novembre|mardi 24 novembre.*Le printemps/s)
    expect(weekly?.text).not.toContain('Sans heure')
  })

  it('receives a sign-in link at the address that requested it, within half an hour or never', () => {
    const ask = () =>
      backend.outbox.add({ kind: 'sign-in', form: 'bureau', about: '/bureau/C-1', recipient: 'bureau@hera.example' })
    ask()
    backend.goTo(30 * MINUTE)
    const [mail] = mails()
    expect(mail?.to).toEqual(['bureau@hera.example'])
    const [, token = ''] = /\/bureau\/entrer\/([\w-]{32})/.exec(mail?.text ?? '') ?? []
    const sessions = createDeskSessions(backend.db, backend.clock, randomBytes)
    expect(sessions.open(token, 'Safari'), 'session opened by the link').toMatchObject({ destination: '/bureau/C-1' })
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
      expect(mail).not.toHaveProperty('replyTo')
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
    const dispatches = [backend.outbox.claim(), backend.outbox.claim()]
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
