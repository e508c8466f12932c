import { expect, it } from 'vitest'
import { exampleEmails } from '../../../../src/build/preview/example-emails.ts'
import { createEmails } from '../../../../src/server/mail/text/emails.ts'

const SITE = 'https://hera.example'
const emails = createEmails(SITE)
const examples = Object.entries(exampleEmails(SITE))

it.each(examples)(
  '%s is typeset and filled, in dark colours too, loads nothing and links to the site only',
  (_, { subject, text, html }) => {
    for (const words of [subject, text, html.replace(/<style>[\s\S]*?<\/style>|<[^>]*>|&#?\w+;/g, '')]) {
      expect(words).not.toMatch(/\p{L}'\p{L}|\p{L} [;!?:]/u)
      expect(words).not.toMatch(/\{\{|\bundefined\b|hera show/)
      expect(words, 'facts that are not known').not.toMatch(/·\s*·|^\s*·|·\s*$|capital de\s*$/m)
    }
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html).not.toMatch(/<script|<link|url\(|src="(?!data:image\/jpeg)/)
    for (const [image] of html.matchAll(/<img[^>]*>/g)) expect(image).toMatch(/ alt="[^"]{20,}"/)
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\/hera\.example\//)
  },
)

it('a text without a file, or with a placeholder that nobody fills, is no e-mail', () => {
  expect(() => emails.set('inconnu', { values: {} })).toThrow('inconnu')
  expect(() => emails.set('accuse-contact', { values: {} })).toThrow('accuse-contact.yaml : {{ reference }}')
})
