import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { builtPage as html, pageRoutes } from '../support/routes.ts'
import { CALLED, FORMS, normalised } from './forms.ts'

const text = (path: string) => normalised(html(path).replace(/<[^>]+>/g, ' '))

const ORDERED = [
  ...['/', '/partenariat', '/sellerie-royale', '/quilting', '/hera-club', '/ambassador', '/faq'],
  ...['/returns', '/shipping', '/contact', '/cookies', '/terms', '/privacy', '/about'],
]

it.each(ORDERED)('specification §2 «Screens and routes»: %s is a page with its canonical link', (path) => {
  expect(html(path)).toContain(`<link rel="canonical" href="http://localhost:4321${path}">`)
  expect(pageRoutes(), 'the sitemap').toContain(path)
})

it.each([...ORDERED, '/accessibilite', '/retractation', '/devis'])(
  '%s has a title and a description that search engines show whole',
  (path) => {
    expect(html(path), 'a title of 20 to 65 signs').toMatch(/<title>[^<]{20,65}<\/title>/)
    expect(html(path), 'a description of 90 to 160').toMatch(/<meta name="description" content="[^"]{90,160}">/)
  },
)

it.each([
  '404.html',
  '500.html',
  'accessibilite.html',
  'retractation.html',
  'devis.html',
  'sitemap-index.xml',
  'robots.txt',
  'calendrier.ics',
])('decisions «Routes»: %s also exists', (file) => {
  expect(existsSync(`dist/client/${file}`)).toBe(true)
})

/** WCAG 1.3.5: autocomplete value of each field. */
const FILLED_IN: Readonly<Record<string, string>> = {
  name: 'name',
  contact_name: 'name',
  first_name: 'given-name',
  last_name: 'family-name',
  sellerie_name: 'organization',
  email: 'email',
  phone: 'tel',
  website: 'url',
  address: 'address-line1',
  postal_code: 'postal-code',
  city: 'address-level2',
  country: 'country-name',
  birth_date: 'bday',
}
const TYPES: Readonly<Record<string, string>> = {
  email: 'email"',
  phone: 'tel"',
  website: 'url"',
  birth_date: 'date"',
  years_in_business: 'number"[^>]*min="0"',
}
/** Returns lower case text without accents, with plain spaces. */
const plainLetters = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').toLowerCase()

/** Returns the labels of the options of a field by value: of its radio buttons, or of a select without its empty option. */
function optionsOf(markup: string, field: string): Map<string, string> {
  const radio = new RegExp(`type="radio"[^>]* name="${field}" value="([^"]*)"[^>]*>([\\s\\S]*?)</label>`, 'g')
  const radios = [...markup.matchAll(radio)]
  const list = markup.slice(markup.indexOf(`name="${field}"`)).split('</select>')[0] ?? ''
  const [empty, ...choices] = list.matchAll(/<option[^>]*value="([^"]*)"[^>]*>([^<]*)/g)
  if (radios.length === 0) expect(empty?.[1], `empty choice of ${field}`).toBe('')
  const options = radios.length > 0 ? radios : choices
  return new Map(options.map(([, value = '', label = '']) => [value, plainLetters(label.replace(/<[^>]+>/g, ''))]))
}

describe.each(Object.entries(FORMS))('decisions «Names that checks rely on»: the form %s', (name, form) => {
  it.each(form.pages)('on %s has its action and its fields in HTML', (path) => {
    const page = html(path)
    const start = page.indexOf(`action="/formulaires/${name}"`)
    expect(start, 'position of its action').toBeGreaterThan(0)
    const markup = page.slice(page.lastIndexOf('<form', start), page.indexOf('</form>', start))
    expect(markup, 'RGPD art. 13: link to the privacy policy').toMatch(/href="\/privacy[#"]/)
    expect(markup, 'the notice that was seen').toMatch(/<input type="hidden" name="notice_version" value="[a-f\d]{12}"/)
    for (const field of [...form.required, ...(form.optional ?? [])]) {
      const control = new RegExp(`<(input|select|textarea)[^>]*\\bname="${field}"[^>]*>`).exec(markup)?.[0] ?? ''
      expect(control, `specification §3: ${field}`).not.toBe('')
      expect(/\srequired\b/.test(control), `specification §3: ${field} is required`).toBe(form.required.includes(field))
      if (/<textarea|type="(text|email|tel|url)"/.test(control))
        expect(control, `decisions «Forms»: ${field} has a maximum length`).toMatch(/maxlength="\d+"/i)
      const [, autocomplete] = /\sautocomplete="([^"]*)"/i.exec(control) ?? []
      expect(autocomplete, `autocomplete of ${field}`).toBe(FILLED_IN[field])
      const type = TYPES[field]
      if (type) expect(control, 'specification §5 «Validation rules»').toMatch(new RegExp(`type="${type}`))
    }
    for (const [field, options] of Object.entries(form.options ?? {})) {
      const shown = optionsOf(markup, field)
      expect([...shown.keys()], `specification §3 «Enumerations»: ${field}`).toEqual(options)
      for (const [value, label] of shown)
        expect(label, `label of ${field} ${value}`).toContain(CALLED[value] ?? value.replaceAll('_', ' '))
    }
  })
})

it.each(['produits', 'sellerie', 'partenaires', 'concours'])(
  'decisions «Names that checks rely on»: home has a section with the id %s and a menu link to it',
  (id) => {
    expect(html('/')).toMatch(new RegExp(`<section[^>]*id="${id}"`))
    expect(html('/')).toContain(`href="#${id}"`)
  },
)

it.each([
  ['/', 'DEVENIR PARTENAIRE', '/hera-club'],
  ['/terms', 'RETOUR', '/'],
  ['/privacy', 'RETOUR', '/'],
  ['/about', 'RETOUR', '/'],
  ['/about', 'DÉCOUVRIR NOS PRODUITS', '/'],
  ['/about', 'NOUS CONTACTER', '/contact'],
])('specification §2: on %s, «%s» (capitals in the HTML) links to %s', (path, label, target) => {
  const links = [...html(path).matchAll(/<a\s[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)]
  const found = links.filter(([, , words = '']) => normalised(words.replace(/<[^>]+>/g, ' ')) === label)
  expect(found.map(([, href]) => href)).toContain(target)
})

it.each([
  ['/terms', ['/returns', '/privacy', '/cookies']],
  ['/privacy', ['/cookies', '/terms', '/contact']],
  ['/cookies', ['/terms', '/privacy']],
  ['/faq', ['/contact']],
  ['/contact', ['/faq']],
  ['/', ['/ambassador', '/hera-club', '/quilting', '/sellerie-royale', '/faq', '/returns', '/shipping']],
])('specification §2: %s links to %s', (path, targets) => {
  for (const target of targets) expect(html(path), `a link to ${target}`).toMatch(new RegExp(`href="${target}["#]`))
})

it('decisions «Made real»: the copyright line is «© 2025–{year of build}»', () => {
  expect(text('/terms')).toContain(`© 2025–${new Date().getUTCFullYear()}`)
})

it('decisions «Made real», withdrawal: the page contains «Renoncer au contrat ici»', () => {
  expect(text('/retractation')).toContain('Renoncer au contrat ici')
})

it('specification §4 «States and transitions»: the FAQ is one accordion with at most one open question', () => {
  const questions = html('/faq').match(/<details[^>]*>/g) ?? []
  expect(questions.length, 'number of questions').toBeGreaterThan(0)
  for (const question of questions) expect(question).toMatch(/name="faq"/)
})

it('decisions «Ambassador age»: the pages state guardian consent from 15 to 17', () => {
  for (const path of ['/ambassador', '/privacy']) expect(text(path), path).toContain('de 15 à 17 ans')
})
