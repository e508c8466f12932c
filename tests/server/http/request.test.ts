import { describe, expect, it } from 'vitest'
import { mediaType, preferredEncoding, wantsJson } from '../../../src/server/http/accept.ts'
import { clientAddress, isOwnOrigin } from '../../../src/server/http/caller.ts'

describe('wantsJson and mediaType', () => {
  it.each([
    [true, 'application/json', ''],
    [true, 'Application/JSON ; charset=utf-8', ''],
    [false, 'text/html,application/xhtml+xml,*/*;q=0.8', 'application/json'],
    [true, 'text/html;q=0.5, application/json;q=0.9', ''],
    [false, 'text/html, application/json; q=0.9', 'application/json'],
    [true, 'text/plain, application/json', ''],
    [true, '*/*', 'application/json; charset=utf-8'],
    [false, '*/*', 'application/x-www-form-urlencoded'],
    [false, '*/*', ''],
    [true, undefined, 'application/json'],
    [false, undefined, 'multipart/form-data; boundary=x'],
    [true, 'text/html, application/json', 'APPLICATION/JSON'],
    [false, 'text/html, application/json', ''],
    [false, 'application/jsonp', ''],
  ])('returns %s for Accept «%s» and a body «%s»', (json, accept, type) => {
    expect(wantsJson(new Headers({ ...(accept && { accept }), ...(type && { 'content-type': type }) }))).toBe(json)
  })

  it('mediaType omits the parameters', () => {
    expect(mediaType(new Headers({ 'content-type': ' Multipart/Form-Data ; boundary=x' }))).toBe('multipart/form-data')
    expect(mediaType(new Headers())).toBe('')
  })
})

describe('preferredEncoding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['BR', 'br'],
    ['br;q=0.5, gzip', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br ; q=0.0', undefined],
    ['br;q=0.01', 'br'],
    ['gzip;q=0', undefined],
    ['gzip;q=0, br;q=0.000', undefined],
    ['gzip;q=0.00, deflate', undefined],
    ['gzip;q=1', 'gzip'],
    ['brotli, gzipped, deflate', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ] as const)('for «%s» returns %s', (accept, encoding) => expect(preferredEncoding(accept)).toBe(encoding))
})

describe('clientAddress', () => {
  it.each([
    [0, '198.51.100.1', '192.0.2.99'],
    [1, '198.51.100.1', '198.51.100.1'],
    [1, '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    [2, '1.1.1.1, 198.51.100.1, 203.0.113.5', '198.51.100.1'],
    [2, '198.51.100.1', '192.0.2.99'],
    [1, '', '192.0.2.99'],
    [1, null, '192.0.2.99'],
    [1, undefined, '192.0.2.99'],
    [1, 'unknown', '192.0.2.99'],
    [1, '1.1.1.1, <script>', '192.0.2.99'],
    [1, `1.1.1.1, ${'9'.repeat(5000)}`, '192.0.2.99'],
    [1, '999.1.1.1', '192.0.2.99'],
    [1, '198.51.100.1:40000', '198.51.100.1'],
    [1, '198.51.100.1:', '192.0.2.99'],
    [1, '2001:db8::1', '2001:db8::1'],
    [1, '[2001:db8::1]', '2001:db8::1'],
    [1, '[2001:db8::1]:40000', '2001:db8::1'],
    [1, 'x[2001:db8::1]', '192.0.2.99'],
    [1, '[2001:db8::1]x', '192.0.2.99'],
    [1, 'x198.51.100.1:40000', '192.0.2.99'],
    [1, '198.51.100.1:40000x', '192.0.2.99'],
    [1, ',,, ,198.51.100.1,', '198.51.100.1'],
  ])('behind %i proxies, for «%.40s» returns %s', (proxies, forwarded, address) => {
    expect(clientAddress('192.0.2.99', forwarded, proxies)).toBe(address)
  })
})

describe('isOwnOrigin', () => {
  it.each([
    ['behind a proxy that ends TLS', 'https://www.hera.example', 'www.hera.example', true],
    ['behind a proxy that hides the host', 'https://www.hera.example', '127.0.0.1:4321', true],
    ['on another port', 'http://localhost:5000', 'localhost:5000', true],
    ['by IP address', 'http://127.0.0.1:4321', '127.0.0.1:4321', true],
    ['with an explicit port 443', 'https://www.hera.example', 'www.hera.example:443', true],
    ['by name while the Host is an IP address', 'http://localhost:4321', '127.0.0.1:4321', false],
    ['from another port', 'http://localhost:5001', 'localhost:5000', false],
    ['from a name with the same prefix', 'https://www.hera.example.mal.example', 'www.hera.example', false],
    ['from another subdomain', 'https://blog.hera.example', 'www.hera.example', false],
    ['from a name with a user', 'https://www.hera.example@mal.example', 'www.hera.example', false],
    ['from a sandbox', 'null', 'www.hera.example', false],
    ['from a file', 'file://', 'www.hera.example', false],
    ['from an extension', 'chrome-extension://www.hera.example', 'www.hera.example', false],
    ['from a scheme with the same suffix', 'xhttps://www.hera.example', 'www.hera.example', false],
    ['from an invalid Origin', 'https://', 'www.hera.example', false],
    ['with an invalid Host', 'https://autre.example', 'a b', false],
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
