import { describe, expect, it } from 'vitest'
import { preferredEncoding, wantsJson } from '../../../src/server/http/accept.ts'
import { clientAddress, isOwnOrigin } from '../../../src/server/http/caller.ts'

it.each([
  [true, 'application/json', ''],
  [false, 'text/html,application/xhtml+xml,*/*;q=0.8', 'application/json'],
  [true, '*/*', 'application/json; charset=utf-8'],
  [false, '*/*', 'application/x-www-form-urlencoded'],
  [true, 'text/html;q=0.5, application/json', 'application/x-www-form-urlencoded'],
])('wantsJson returns %s for Accept «%s» and a body «%s»', (json, accept, type) => {
  expect(wantsJson(new Headers({ ...(accept && { accept }), ...(type && { 'content-type': type }) }))).toBe(json)
})

it.each([
  ['gzip, deflate, br', 'br'],
  ['br;q=0.5, gzip', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['brotli, gzipped, deflate', undefined],
  [undefined, undefined],
] as const)('preferredEncoding for «%s» is %s', (accept, encoding) => expect(preferredEncoding(accept)).toBe(encoding))

it.each([
  [0, '198.51.100.1', '192.0.2.99'],
  [1, '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  [2, '1.1.1.1, 198.51.100.1, 203.0.113.5', '198.51.100.1'],
  [2, '198.51.100.1', '192.0.2.99'],
  [1, undefined, '192.0.2.99'],
  [1, '1.1.1.1, <script>', '192.0.2.99'],
  [1, '[2001:db8::1]:40000', '2001:db8::1'],
])('clientAddress behind %i proxies, for «%.40s», is %s', (proxies, forwarded, address) => {
  expect(clientAddress('192.0.2.99', forwarded, proxies)).toBe(address)
})

describe('isOwnOrigin', () => {
  it.each([
    ['behind a proxy that ends TLS', 'https://www.hera.example', 'www.hera.example', true],
    ['behind a proxy that hides the host', 'https://www.hera.example', '127.0.0.1:4321', true],
    ['from another port', 'http://localhost:5001', 'localhost:5000', false],
    ['from a name with the same prefix', 'https://www.hera.example.mal.example', 'www.hera.example', false],
    ['from another subdomain', 'https://blog.hera.example', 'www.hera.example', false],
    ['from a name with a user', 'https://www.hera.example@mal.example', 'www.hera.example', false],
    ['from a sandbox', 'null', 'www.hera.example', false],
  ])('%s, Origin %s and Host %s: %s', (_, origin, host, own) => {
    expect(isOwnOrigin(new Headers({ origin, host }), 'https://www.hera.example')).toBe(own)
  })

  it('accepts a program without Origin, and rejects Sec-Fetch-Site: cross-site', () => {
    const own = (headers: Record<string, string>) => isOwnOrigin(new Headers(headers), 'https://www.hera.example')
    expect(own({ host: 'www.hera.example' }), 'a program without Origin').toBe(true)
    expect(own({ 'sec-fetch-site': 'same-origin' }), 'a page of the site').toBe(true)
    expect(own({ 'sec-fetch-site': 'cross-site' }), 'a page of another site').toBe(false)
    expect(own({ 'sec-fetch-site': 'cross-site', origin: 'https://www.hera.example' }), 'a foreign page').toBe(false)
  })
})
