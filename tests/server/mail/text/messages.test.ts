import { beforeEach, describe, expect, it } from 'vitest'
import type { Lead } from '../../../../src/server/leads/leads.ts'
import { paragraph } from '../../../../src/server/mail/text/blocks.ts'
import { createEmails } from '../../../../src/server/mail/text/emails.ts'
import { createMessages } from '../../../../src/server/mail/text/messages.ts'
import { plain } from '../../../support/plain.ts'
import { valid } from '../../../support/samples.ts'

const SITE = 'https://hera.example'
const now = new Date('2026-11-20T10:00:00.000Z')
let emails: ReturnType<typeof createEmails>
let messages: ReturnType<typeof createMessages>
beforeEach(() => {
  emails = createEmails(SITE)
  messages = createMessages(SITE, () => now)
})
const submission = (n: number, values: Record<string, string> = {}) =>
  ({
    ...valid.contact,
    message: `Demande ${n}.`,
    ...values,
    form: 'contact',
    reference: `C-${n}`,
    created_at: '2026-11-20T09:04:05.000Z',
    email: 'lea@exemple.fr',
    page: '/contact',
  }) as unknown as Lead
const many = (count: number) => Array.from({ length: count }, (_, n) => submission(n + 1))

describe('a notice to the owner', () => {
  it('contains the hour by which the reply is due, and no path of the site', () => {
    const { text } = messages.notice(submission(1))
    expect(text).not.toContain('/contact')
    expect(plain(text)).toMatch(/ à \d+ h/)
  })

  it('has a subject even if the form has no subject field', () => {
    const { subject } = messages.notice({ ...submission(1), form: 'partnership' })
    expect(subject).not.toContain('undefined')
  })

  it('of many submissions has a line for each of two hundred and counts the others', () => {
    const { subject, text, html } = messages.collectedNotice(many(200), 300)
    expect(plain(subject)).toContain('300 demandes')
    expect(text, 'words of a person').not.toMatch(/Demande \d+\./)
    expect(plain(text)).toContain('Et 100 de plus, dans le bureau.')
    expect(html).toContain(`href="${SITE}/bureau/C-200"`)
  })
})

it('the acknowledgement of a withdrawal contains no working link from its text', () => {
  const { text } = messages.withdrawals([
    { ...submission(1, { message: 'https://mal.example' }), form: 'withdrawal' as const },
  ])
  expect(text).toContain('https[:]//mal[.]example')
})

it('the message of the morning names what is due, and renders no Markdown within a name', () => {
  const evil = submission(1, { name: 'Léa [ici](https://evil.example) **Martin**' })
  const groups = [{ title: 'À rembourser', leads: [{ lead: evil, words: 'à rembourser' }], more: 2 }]
  const { subject, html, text } = messages.morning({ groups, unsent: 1, letters: [] })
  expect(plain(subject)).toBe('Aujourd’hui : 3 demandes')
  expect(html).toContain(`href="${SITE}/bureau/C-1"`)
  expect(html).not.toMatch(/href="https?:\/\/evil|<strong[^>]*>Martin/)
  expect(plain(text)).toContain('Et 2 de plus')
  expect(plain(text)).toContain('1 e-mail n’a pas pu partir')
})

it('a lead is handed over with the last words of the person', () => {
  const { subject, text } = messages.handed(submission(1), 'Et en bleu ?', 'Camille')
  expect(plain(subject)).toMatch(/^À vous – /)
  expect(plain(text)).toContain('> Et en bleu ?')
  expect(text).toContain(`${SITE}/bureau/C-1#reponse`)
})

describe('the text of an e-mail', () => {
  it('is filled with facts and values and has absolute URLs', () => {
    const { text, html } = messages.withdrawals([{ ...submission(1), form: 'withdrawal' as const }])
    expect(text).toContain(`<${SITE}/returns>`)
    expect(html).toContain(`href="${SITE}/returns"`)
    expect(html, 'pictures if the text names none').not.toContain('<img')
    expect(() => emails.set('inconnu', { values: {} })).toThrow('inconnu')
  })

  it('has the default picture if its file says so', () => {
    const { html, text } = messages.welcome({ ...submission(1), form: 'newsletter' as const }, `${SITE}/x`)
    expect(html).toContain('src="data:image/jpeg;base64,')
    expect(text).toContain(`<${SITE}/x>`)
    // The button leads to a page; the unsubscribe link is below it.
    expect(text).toContain(`\n${SITE}/quilting\n`)
    expect(html.indexOf(`${SITE}/quilting`)).toBeLessThan(html.indexOf(`${SITE}/x`))
    const letter = emails.setWords('Sujet : oui', [paragraph('Mot')], false)
    expect(letter).toMatchObject({
      subject: 'Sujet\u00A0: oui',
      text: expect.stringMatching(/^Sujet\u00A0: oui\n\nMot\n\n-- \n/),
    })
    expect(letter.html).not.toContain('<img')
  })

  it('has no button without a link', () => {
    const without = emails.set('demandes-reunies', { values: { nombre: 'Deux' }, blocks: { demandes: [] } })
    expect(without.html).not.toContain('class="button"')
    expect(without.text).not.toContain('https://')
  })
})
