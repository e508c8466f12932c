import { expect, it } from 'vitest'
import { exampleEmails } from '../../../src/build/preview/example-emails.ts'
import { EMAIL_FILES } from '../../../src/content.needs.ts'
import type { forms } from '../../../src/forms/index.ts'
import type { Lead } from '../../../src/server/leads/leads.ts'
import { createEmails } from '../../../src/server/messages/text/emails.ts'
import { createMessages } from '../../../src/server/messages/text/messages.ts'
import { valid } from '../../samples.ts'

const emails = createEmails('https://hera.example')
const messages = createMessages(emails, 'https://hera.example', () => new Date('2026-11-20T10:00:00.000Z'))
const submissionOf = (form: keyof typeof forms) =>
  ({
    ...valid[form],
    form,
    reference: 'X-0000-0000',
    created_at: '2026-11-20T09:04:05.000Z',
    email: 'lea@exemple.fr',
    page: null,
  }) as unknown as Lead

const letters = Object.values(exampleEmails('https://hera.example'))

it('has a file for each e-mail, and no file that is none but the last lines of all', () => {
  expect([...EMAIL_FILES].sort()).toEqual([...Object.keys(exampleEmails('https://hera.example')), 'pied'].sort())
})

it('is typeset: bodies as subjects, in both texts', () => {
  for (const { subject, text, html } of letters)
    for (const words of [subject, text, html.replace(/<style>[\s\S]*?<\/style>|<[^>]*>|&#?\w+;/g, '')]) {
      expect(words).not.toMatch(/\p{L}'\p{L}/u)
      expect(words).not.toMatch(/\p{L} [;!?]/u)
      expect(words).not.toMatch(/\p{L} :/u)
      expect(words).not.toMatch(/\{\{|\bundefined\b|hera show/)
    }
})

it('has HTML that a mail program takes, with dark colours and without anything from elsewhere', () => {
  for (const { html } of letters) {
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html).not.toMatch(/<script|<link|url\(|src="(?!cid:bandeau")/)
    for (const [image] of html.matchAll(/<img[^>]*>/g)) expect(image).toMatch(/ alt="[^"]{20,}"/)
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\/hera\.example\//)
  }
})

it('keeps a reference on one line, in words and in links, with plain hyphens', () => {
  const whole = '<span style="white-space:nowrap">X-0000-0000</span>'
  const contact = submissionOf('contact')
  expect(messages.acknowledgement(contact).html).toContain(`<strong>${whole}</strong>`)
  expect(messages.notice(contact).html).toContain(`Référence ${whole}, reçue`)
  const many = messages.collectedNotice(Array.from({ length: 31 }, () => contact)).html
  expect(many.split(`Message de contact, ${whole}, `).length - 1, 'references on one line').toBe(31)
  expect(many).toContain('href="https://hera.example/bureau/X-0000-0000"')
})

it('tells the person the hour of the answer, over a Sunday', () => {
  // Friday 10:04 in Paris.
  const { text } = messages.acknowledgement(submissionOf('contact'))
  expect(text.replace(/[\u00A0\u202F]/g, ' ')).toContain('lundi 23 novembre à 11 h')
})

it('refuses a text that calls a name that nothing fills', () => {
  expect(() => emails.set('accuse-contact', { values: {} })).toThrow('accuse-contact.yaml : {{ reference }}')
})
