import { describe, expect, it } from 'vitest'
import { deviceName } from '../../../src/server/desk/access/answer-access.ts'
import { authorName } from '../../../src/server/desk/access/author-name.ts'
import { sessionCookie } from '../../../src/server/desk/access/desk-cookies.ts'
import { deskDestination } from '../../../src/server/desk/access/destination.ts'
import { dialLink } from '../../../src/server/desk/lead/reply-link.ts'
import { addressOf, readAsked } from '../../../src/server/desk/today-page.ts'

const AT = '2026-11-23T10:00:00.000Z'

describe('the address of the desk', () => {
  const asked = (query: string) => readAsked(new URLSearchParams(query))

  it('leads to a list, from one of its leads on; without any to what there is to do', () => {
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
  ])('that is wrong is that of the first list: %s', (query) => {
    expect(asked(query)).toEqual({ words: '', list: { selection: 'a-repondre', after: undefined } })
  })

  it('searches over every list, for two hundred signs at most', () => {
    expect(asked('mots=%C3%89ole+%26+fils&etat=nouvelle')).toEqual({ words: 'Éole & fils' })
    expect(asked(`mots=${'x'.repeat(300)}`).words).toHaveLength(200)
  })
})

it.each([
  ['01 23 45 67 89', 'tel:0123456789'],
  ['+33 (1) 23.45.67.89', 'tel:+33123456789'],
  ['+32 (0)475 12 34 56', 'tel:+32475123456'],
  ['0033 (0)6 12 34 56 78', 'tel:0033612345678'],
  ['(+33) (0) 6 12 34 56 78', 'tel:+33612345678'],
  ['(0)6 12 34 56 78', 'tel:0612345678'],
  ['123456', 'tel:123456'],
  ['12345', undefined],
  ['1'.repeat(16), undefined],
  ['1+23456', undefined],
  [null, undefined],
])('a telephone number is dialled as it was typed, %s: %s', (phone, link) => {
  expect(dialLink(phone)).toBe(link)
})

describe('what comes from a browser', () => {
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
  ])('is called in words: %s', (userAgent, name) => {
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
  ])('leads to no other page after signing in: %s', (path) => {
    expect(deskDestination(path)).toBe('/bureau')
  })

  it.each([
    [null, 'quelqu’un de la maison'],
    ['lien du serveur', 'par un lien du serveur'],
    ['e-mail', 'par un lien d’e-mail'],
    ['commande', 'par la commande'],
    ['a@hera.example', 'vous'],
    ['b@hera.example', 'b@hera.example'],
  ])('the author %s of a change is called: %s', (author, name) => {
    expect(authorName(author, 'a@hera.example')).toBe(name)
    if (author === null) expect(authorName(null, null)).toBe(name)
  })

  it('leads to the page of the desk that was wanted', () => {
    for (const path of ['/bureau', '/bureau/C-7K3M-9QX2', '/bureau/C-7K3M-9QX2/effacer'])
      expect(deskDestination(path)).toBe(path)
  })

  it('keeps its session in a cookie that only https and this host can set, where the site is public', () => {
    expect(sessionCookie('https://www.hera.example')).toEqual({
      name: '__Host-bureau',
      options: { path: '/', httpOnly: true, sameSite: 'lax', secure: true, maxAge: 1_209_600 },
    })
    expect(sessionCookie('http://localhost:4321')).toMatchObject({ name: 'bureau', options: { secure: false } })
  })
})
