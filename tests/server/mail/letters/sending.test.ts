import { expect, it } from 'vitest'
import { exampleEmails } from '../../../../src/build/preview/example-emails.ts'
import type { forms } from '../../../../src/forms/index.ts'
import type { Lead } from '../../../../src/server/leads/leads.ts'
import { createEmails } from '../../../../src/server/mail/text/emails.ts'
import { createMessages } from '../../../../src/server/mail/text/messages.ts'
import { valid } from '../../../support/samples.ts'

const emails = createEmails('https://hera.example')
const messages = createMessages('https://hera.example', () => new Date('2026-11-20T10:00:00.000Z'))
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

it('every e-mail is typeset: subject and body, in HTML and plain text', () => {
  for (const { subject, text, html } of letters)
    for (const words of [subject, text, html.replace(/<style>[\s\S]*?<\/style>|<[^>]*>|&#?\w+;/g, '')]) {
      expect(words).not.toMatch(/\p{L}'\p{L}/u)
      expect(words).not.toMatch(/\p{L} [;!?]/u)
      expect(words).not.toMatch(/\p{L} :/u)
      expect(words).not.toMatch(/\{\{|\bundefined\b|hera show/)
    }
})

it('every e-mail has HTML for mail programs with dark colours and without external resources', () => {
  for (const { html } of letters) {
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html).not.toMatch(/<script|<link|url\(|src="(?!data:image\/jpeg)/)
    for (const [image] of html.matchAll(/<img[^>]*>/g)) expect(image).toMatch(/ alt="[^"]{20,}"/)
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\/hera\.example\//)
  }
})

it('an e-mail keeps a reference on one line, in text and links, with plain hyphens', () => {
  const whole = '<span style="white-space:nowrap">X-0000-0000</span>'
  const contact = submissionOf('contact')
  expect(messages.acknowledgement(contact).html).toContain(`<strong>${whole}</strong>`)
  expect(messages.notice(contact).html).toContain(`Référence ${whole}, reçue`)
  const many = messages.collectedNotice(Array.from({ length: 31 }, () => contact)).html
  expect(many.split(`Message de contact, ${whole}, `).length - 1, 'references on one line').toBe(31)
  expect(many).toContain('href="https://hera.example/bureau/X-0000-0000"')
})

it('an acknowledgement promises the hour of the reply, without counting the Sunday', () => {
  // Friday 10:04 in Paris.
  const { text } = messages.acknowledgement(submissionOf('contact'))
  expect(text.replace(/[\u00A0\u202F]/g, ' ')).toContain('lundi 23 novembre à 11 h')
})

it('an e-mail whose text has an unknown placeholder is rejected', () => {
  expect(() => emails.set('accuse-contact', { values: {} })).toThrow('accuse-contact.yaml : {{ reference }}')
})
