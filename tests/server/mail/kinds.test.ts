import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type FormName, forms } from '../../../src/forms/index.ts'
import { openSession } from '../../../src/server/desk/access/sessions.ts'
import { promisesOf } from '../../../src/server/leads/deadline.ts'
import { answer, receive } from '../../../src/server/leads/turn.ts'
import { leadWriters } from '../../../src/server/mail/lead-kinds.ts'
import { createEmails } from '../../../src/server/mail/text/emails.ts'
import { insertLetter, insertMessage } from '../../support/insert-rows.ts'
import { plain } from '../../support/plain.ts'
import { valid } from '../../support/samples.ts'
import { mailConfig, SITE_URL, STAFF } from '../backend.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

const BEGIN = '2026-11-20T09:04:05.000Z'
const MINUTE = 60_000

setUpTestBackend(BEGIN)

const mails = () => backend.mails().map(({ mail }) => mail)
/** Sends all due messages and returns the one to an address. */
const mailTo = (address: string) => mails().find(({ to }) => to.includes(address))

describe('the house', () => {
  it('receives each submission with its answers, a Reply-To of the sender and a link to the desk', () => {
    const reference = backend.submit('contact', { message: 'Un tapis\npour Éole' })
    const lead = mailTo(STAFF)
    const headers = { 'Auto-Submitted': 'auto-generated' }
    expect(lead).toMatchObject({ to: [STAFF], replyTo: 'lea@exemple.fr', headers })
    expect(lead?.headers).not.toHaveProperty('X-Auto-Response-Suppress')
    expect(lead?.messageId).toMatch(/@hera\.example$/)
    expect(plain(lead?.subject)).toBe('Une commande – Un tapis pour Éole')
    expect(plain(lead?.fromName)).toBe('Hera – Léa Martin')
    expect(plain(lead?.text)).toMatch(/> [^\n]* :\n> Un tapis\n> pour Éole\n/)
    for (const words of [lead?.text, lead?.html]) expect(words).toContain(`https://hera.example/bureau/${reference}`)
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

  it('receives what comes above twenty an hour in one message without Reply-To', () => {
    const references = Array.from({ length: 23 }, (_, n) => backend.submit('contact', { email: `p${n}@exemple.fr` }))
    const notices = mails().filter(({ to }) => to.includes(STAFF))
    expect(notices, 'twenty alone, then one').toHaveLength(21)
    expect(notices[20]).not.toHaveProperty('replyTo')
    expect(plain(notices[20]?.subject)).toContain('3 demandes')
    for (const reference of references.slice(20))
      expect(notices[20]?.html).toContain(`href="https://hera.example/bureau/${reference}"`)
    const ids = backend.column("SELECT message_id FROM outbox WHERE kind = 'lead' ORDER BY id")
    expect(ids.at(-1)).toBe(notices[20]?.messageId)
  })

  it('receives a sign-in link at the address that requested it, within half an hour or never', () => {
    const ask = () =>
      backend.outbox.add({ kind: 'sign-in', form: 'bureau', about: '/bureau/C-1', recipient: 'bureau@hera.example' })
    ask()
    backend.goTo(30 * MINUTE)
    const [, token = ''] = /\/bureau\/entrer\/([\w-]{32})/.exec(mailTo('bureau@hera.example')?.text ?? '') ?? []
    const opened = openSession(backend.db, backend.clock, randomBytes, token)
    expect(opened, 'session opened by the link').toMatchObject({ destination: '/bureau/C-1' })
    ask()
    backend.goTo(30 * MINUTE + 1)
    expect(mails(), 'links that are sent after half an hour').toEqual([])
    expect(backend.count("outbox WHERE kind = 'sign-in' AND sent_at IS NULL"), 'links that are still queued').toBe(0)
  })
})

describe('the message of the morning', () => {
  /** Goes to an instant, and returns the e-mails that leave then. */
  const morning = (at: string) => {
    backend.goTo(at)
    backend.writeToStaff()
    return mails()
  }

  it('leaves at eight in Paris, once, on days when something is due', () => {
    const reference = backend.submit('contact')
    mails()
    // Friday at ten; the promise of 48 hours leaves out the Sunday.
    expect(morning('2026-11-23T07:00:00.000Z'), 'while nothing is due').toEqual([])
    expect(morning('2026-11-24T06:59:59.999Z'), 'before eight').toEqual([])
    const [mail] = morning('2026-11-24T07:00:00.000Z')
    expect(plain(mail?.subject)).toBe('Aujourd’hui : 1 demande')
    expect(plain(mail?.text)).toContain('Attendent depuis trop longtemps')
    expect(mail?.text).toContain(`/bureau/${reference}`)
    expect(morning('2026-11-24T15:00:00.000Z'), 'once a day').toEqual([])
    backend.goTo('2026-11-25T07:00:00.000Z')
    backend.writeToStaff()
    backend.db.exec('UPDATE leads SET waiting_since = NULL')
    expect(mails(), 'once what was due is done').toEqual([])
    backend.db.exec(
      "UPDATE outbox SET sent_at = NULL, failed_at = '2026-11-25T08:00:00.000Z', failure = 'refused' WHERE id = 2",
    )
    const [told] = morning('2026-11-26T07:00:00.000Z')
    expect(plain(told?.subject), 'an e-mail that failed, alone').toContain('1 e-mail n’a pas pu partir')
  })

  it('names twenty of a group, what did not leave, and a letter of an earlier version; renders nothing of a name', () => {
    for (let n = 0; n < 22; n++)
      backend.submit('contact', { email: `p${n}@exemple.fr`, name: 'Léa [ici](https://mal.example) **M**' })
    mails()
    backend.db.exec(
      "UPDATE outbox SET sent_at = NULL, failed_at = '2026-11-24T06:00:00.000Z', failure = 'expired' WHERE id = 2",
    )
    insertLetter(backend.db, BEGIN, { subject: 'Avril', recipients: 0, stopped_at: '2026-11-24T06:00:00.000Z' })
    const [mail] = morning('2026-11-24T07:00:00.000Z')
    expect(plain(mail?.subject)).toBe('Aujourd’hui : 22 demandes')
    for (const words of ['Et 2 de plus', '1 e-mail n’a pas pu partir', 'sous « Lettre » : Avril'])
      expect(plain(mail?.text)).toContain(words)
    expect(mail?.html).not.toMatch(/href="https?:\/\/mal|<strong[^>]*>M</)
  })
})

describe('a visitor', () => {
  for (const form of Object.values(forms))
    it(`of ${form.name} gets an automatic e-mail that quotes them only for a withdrawal, as the law requires`, () => {
      const typed = Object.entries(form.fields).filter(([, { kind }]) => kind === 'text' || kind === 'textarea')
      const extra = Object.fromEntries(typed.map(([name], i) => [name, `Tapé-${i}`]))
      const reference = backend.submit(form.name as FormName, extra)
      const mail = mailTo(valid[form.name]?.email ?? '')
      const whole = JSON.stringify(mail)
      for (const value of Object.values(extra))
        expect(whole.includes(value), `the e-mail contains ${value}`).toBe(form.name === 'withdrawal')
      expect(whole).toContain(reference)
      const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
      expect(mail).toMatchObject({ headers, replyTo: STAFF })
      const oneClick = form.isList ? 'List-Unsubscribe=One-Click' : undefined
      expect(mail?.headers['List-Unsubscribe-Post'], 'one click in the mail program (RFC 8058)').toBe(oneClick)
    })

  it('who withdraws gets the declaration with its moment and without a working link', () => {
    backend.submit('withdrawal', { order_reference: 'D-1', message: 'https://mal.example' })
    const first = mailTo('lea@exemple.fr')
    expect(plain(first?.text)).toContain('20 novembre 2026 à 10:04:05')
    expect(first?.text).toContain(' https[:]//mal[.]example')
    expect(first?.html).not.toContain('//mal.example')
    expect(first?.text, 'absolute link').toContain('<https://hera.example/returns>')
  })

  it('is promised an answer at a time that is still ahead when the message leaves, as is the house', () => {
    // Friday 10:04; the Sunday does not count.
    backend.submit('contact')
    for (const { text } of mails()) expect(plain(text)).toContain('lundi 23 novembre à 11 h')
    backend.submit('contact', {}, true)
    backend.goTo('2026-11-26T11:00:00.000Z')
    backend.db.exec('UPDATE outbox SET hold = NULL')
    const released = mails()
    expect(released, 'acknowledgement and notice').toHaveLength(2)
    for (const { text } of released) expect(plain(text)).toContain('samedi 28 novembre à 12 h')
  })

  it('is told of a closure before the answer', () => {
    const emails = createEmails(SITE_URL)
    const promises = promisesOf({ ...emails.facts, fermetures: '2026-11-21 – 2026-11-23, congés' })
    const needs = { ...backend, siteUrl: SITE_URL, emails, promises, mail: mailConfig(''), house: STAFF }
    backend.submit('contact')
    backend.taken()
    const text = plain(leadWriters(needs).acknowledgement.write(backend.taken())?.text)
    expect(text).toContain('Du samedi 21 novembre au lundi 23 novembre')
    expect(text).toContain('au plus tard le mercredi 25 novembre')
  })

  it.each([
    ['their form', undefined],
    ['their last message', 'https://mal.example'],
  ])('is answered with a quotation of %s without a working link, and with links in our own words', (_, last) => {
    const reference = backend.submit('contact', { message: 'https://mal.example' })
    mails()
    if (last) receive(backend.db, { reference, at: BEGIN, text: last })
    const recipient = 'lea@exemple.fr'
    const message_id = backend.outbox.add({ kind: 'reply', form: 'contact', reference, recipient })
    answer({ ...backend, author: null }, { reference, text: 'Voir https://hera.example/faq.', message_id })
    const [mail] = mails()
    expect(mail?.replyTo, 'address of the house').toBe(STAFF)
    expect(mail?.html).toContain('href="https://hera.example/faq"')
    expect(plain(mail?.text)).toMatch(/vous nous écriviez :\n> .*https\[:\]\/\/mal\[\.\]example/)
    expect(`${mail?.text}${mail?.html}`).not.toContain('//mal.example')
  })

  it('who was answered meanwhile gets no acknowledgement, and the house no notice', () => {
    const reference = backend.submit('contact')
    insertMessage(backend.db, BEGIN, { kind: 'reply', reference, recipient: 'lea@exemple.fr', sent_at: BEGIN })
    expect(mails()).toEqual([])
  })

  it('whose submission was erased gets no message, nor does the house', () => {
    backend.submit('contact')
    const dispatches = [backend.taken(), backend.taken()]
    backend.db.exec('DELETE FROM leads')
    expect(dispatches.map(({ messages: [{ kind }] }) => kind)).toEqual(['lead', 'acknowledgement'])
    expect(dispatches.map(backend.compose), 'e-mails about an erased submission').toEqual([undefined, undefined])
  })
})

it('a message is stored with its submission or not at all', () => {
  backend.db.exec("CREATE TRIGGER no BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'disk'); END")
  expect(() => backend.submit('contact')).toThrow('disk')
  expect(backend.count('contact_messages'), 'submissions without their message').toBe(0)
})
