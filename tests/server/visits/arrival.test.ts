import { describe, expect, it } from 'vitest'
import { arrivalOf } from '../../../src/server/visits/arrival.ts'

const OPENED = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }
const FROM = { ...OPENED, 'sec-fetch-site': 'cross-site' }

describe('a page that a visitor opens', () => {
  it.each([
    ['from a bookmark', { ...OPENED, 'sec-fetch-site': 'none' }, { isEntry: true, host: undefined }],
    ['from a search', { ...FROM, referer: 'https://www.google.com/' }, { isEntry: true, host: 'google.com' }],
    [
      'from an address with a path and a name in it',
      { ...FROM, referer: 'https://forum.exemple.fr:8443/lea?q=moi' },
      { isEntry: true, host: 'forum.exemple.fr' },
    ],
    ['from a sub-domain', { ...OPENED, 'sec-fetch-site': 'same-site' }, { isEntry: true, host: undefined }],
    [
      'from another page of the site',
      { ...OPENED, 'sec-fetch-site': 'same-origin', referer: 'https://hera.example/faq' },
      { isEntry: false, host: undefined },
    ],
  ])('%s is counted, with only the host of the referrer', (_, headers, arrival) => {
    expect(arrivalOf(headers)).toEqual(arrival)
  })

  it.each([
    'javascript:alert(1)',
    'https://lea:secret@forum.exemple.fr/',
    'https://cheval.example?x',
    'android-app://com.google.android.gm/',
    'https://<script>.example/',
    'https://localhost/',
    'https://[::1]/',
    `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`,
    'nothing',
    '',
  ])('is counted without the referrer %s', (referer) => {
    expect(arrivalOf({ ...FROM, referer })).toEqual({ isEntry: true, host: undefined })
  })
})

describe('a request not made by opening a page', () => {
  it.each([
    ['a program', {}],
    ['a program that asks for HTML', { accept: 'text/html' }],
    ['a picture', { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }],
    ['a frame', { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' }],
    ['a page fetched ahead', { ...OPENED, 'sec-purpose': 'prefetch' }],
    ['a page made ready ahead', { ...OPENED, 'sec-purpose': 'prefetch;prerender' }],
    ['a page fetched ahead by an older browser', { ...OPENED, purpose: 'prefetch' }],
    ['a page loaded again', { ...FROM, 'cache-control': 'max-age=0' }],
    ['a page loaded again past the cache', { ...FROM, 'cache-control': 'no-cache' }],
  ])('%s is not counted', (_, headers) => {
    expect(arrivalOf(headers)).toBeUndefined()
  })
})
