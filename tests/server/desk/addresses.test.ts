import { describe, expect, it } from 'vitest'
import { deviceName } from '../../../src/server/desk/access/answer-access.ts'
import { sessionCookie } from '../../../src/server/desk/access/desk-cookies.ts'
import { deskDestination } from '../../../src/server/desk/access/destination.ts'
import { dialLink } from '../../../src/server/desk/lead/reply-link.ts'
import { addressOf, readAsked } from '../../../src/server/desk/today-page.ts'
import { authorName } from '../../../src/server/leads/follow-up/authors.ts'

const AT = '2026-11-23T10:00:00.000Z'

describe('URLs of the desk', () => {
  const asked = (query: string) => readAsked(new URLSearchParams(query))

  it('select a list and the lead after which it continues, or the page of today without parameters', () => {
    expect(addressOf({ selection: 'a-repondre' })).toBe('/bureau?etat=a-repondre')
    const wanted = { selection: 'répondue', after: { created_at: AT, id: 7 } } as const
    expect(asked(new URL(addressOf(wanted), 'https://hera.example').search)).toEqual({ words: '', list: wanted })
    expect(asked('fait=suivi')).toEqual({ words: '' })
  })

  it.each([
    'etat=perdue',
    'apres=hier',
    'apres=_C-1',
    `apres=${AT}_`,
    `apres=x${AT}_C-1`,
    `apres=${AT}_C-1%27`,
    `apres=${AT}_${'C'.repeat(21)}`,
  ])('select the first page of «à répondre» if they are invalid: %s', (query) => {
    expect(asked(query)).toEqual({ words: '', list: { selection: 'a-repondre', after: undefined } })
  })

  it('search all lists, for at most 200 characters', () => {
    expect(asked('mots=%C3%89ole+%26+fils&etat=nouvelle')).toEqual({ words: 'Éole & fils' })
    expect(asked(`mots=${'x'.repeat(300)}`).words).toHaveLength(200)
  })
})

it.each([
  ['01 23 45 67 89', 'tel:0123456789'],
  ['+33 (1) 23.45.67.89', 'tel:+33123456789'],
  ['+32 (0)475 12 34 56', 'tel:+32475123456'],
  ['+352 (0)621 123 456', 'tel:+352621123456'],
  ['+1 (0)212 555 0100', 'tel:+12125550100'],
  ['0033 (0)6 12 34 56 78', 'tel:0033612345678'],
  ['(+33) (0) 6 12 34 56 78', 'tel:+33612345678'],
  ['(0)6 12 34 56 78', 'tel:0612345678'],
  ['123456', 'tel:123456'],
  ['12345', undefined],
  ['1'.repeat(16), undefined],
  ['1+23456', undefined],
  [null, undefined],
  ['01 23 45 67 89 poste 12', 'tel:0123456789'],
])('dialLink converts a phone number as typed, %s, to the link %s', (phone, link) => {
  expect(dialLink(phone)).toBe(link)
})

describe('desk access from a browser', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1', 'Safari, iPhone'],
    ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) CriOS/120.0 Safari/604.1', 'Chrome, iPad'],
    ['Mozilla/5.0 (Linux; Android 14) SamsungBrowser/23.0 Chrome/115.0 Safari/537.36', 'Samsung Internet, Android'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Chrome/120.0 Safari/537.36 Edg/120.0', 'Edge, Mac'],
    ['Mozilla/5.0 (Windows NT 10.0; rv:120.0) Gecko/20100101 Firefox/120.0', 'Firefox, Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0 Safari/537.36', 'Chrome, Linux'],
    ['curl/8 Linux', 'Linux'],
    ['curl/8', 'Navigateur inconnu'],
    [null, 'Navigateur inconnu'],
  ])('deviceName names the browser and the system of «%s»', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name)
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/bureau/../contact',
    '/bureau//evil.example',
    '/bureau\\evil',
    '/bureaux',
    '/contact',
    '/bureau/a/b/c',
    '/contact/bureau',
    undefined,
  ])('deskDestination returns /bureau for a path that is not a page of the desk: %s', (path) => {
    expect(deskDestination(path)).toBe('/bureau')
  })

  it.each([
    [null, 'quelqu’un de la maison'],
    ['lien du serveur', 'par un lien du serveur'],
    ['e-mail', 'par un lien d’e-mail'],
    ['commande', 'par la commande'],
    ['site', 'par le site'],
    ['a@hera.example', 'vous'],
    ['b@hera.example', 'b@hera.example'],
  ])('authorName displays the author %s as «%s»', (author, name) => {
    expect(authorName(author, 'a@hera.example')).toBe(name)
    if (author === null) expect(authorName(null, null)).toBe(name)
  })

  it('deskDestination returns the path of a page of the desk', () => {
    for (const path of ['/bureau', '/bureau/C-7K3M-9QX2', '/bureau/C-7K3M-9QX2/effacer'])
      expect(deskDestination(path)).toBe(path)
  })

  it('sessionCookie has the prefix __Host- and Secure if the site is public', () => {
    expect(sessionCookie('https://www.hera.example')).toEqual({
      name: '__Host-bureau',
      options: { path: '/', httpOnly: true, sameSite: 'lax', secure: true, maxAge: 1_209_600 },
    })
    expect(sessionCookie('http://localhost:4321')).toMatchObject({ name: 'bureau', options: { secure: false } })
  })
})
