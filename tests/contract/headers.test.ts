import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { assetHeaders, securityHeaders } from '../../src/server/http/security-headers.ts'

/** Decisions «Made real»: no third-party requests, no framing. */
const ASSETS = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' }
const DOCUMENTS = {
  ...ASSETS,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}
const HSTS = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }

it('headers have HSTS for a year if the site uses HTTPS; fonts, scripts and pictures have only what is of use to them', () => {
  expect(securityHeaders('http://localhost:4321')).toEqual(DOCUMENTS)
  expect(securityHeaders('https://hera.example')).toEqual({ ...DOCUMENTS, ...HSTS })
  expect(assetHeaders(securityHeaders('https://hera.example'))).toEqual({ ...ASSETS, ...HSTS })
})

/** Decisions «Made real» and stack-notes: pages load only from the own site, and run only their own inline code. */
const POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]
/** W3C Trusted Types: pages without an island never create markup from strings; React does so for slots of islands. */
const OF_TEXT = ["require-trusted-types-for 'script'", "trusted-types 'none'"]
/** The hashes are those of the page, or the browser reports them (browser/pages/every-page). */
const OF_INLINE = /^(script|style)-src( 'self'| 'sha256-[\w+/]+=')+$/

const HEADERS: { pathname: string; headers: { value: string }[] }[] = JSON.parse(
  readFileSync('dist/_headers.json', 'utf8'),
)

it.each(globSync('dist/client/**/*.html').sort())('%s has the right content security policy', (file) => {
  const path = file.slice('dist/client'.length, -'.html'.length).replace(/^\/index$/, '/')
  const policy = HEADERS.find(({ pathname }) => pathname === path)?.headers[0]?.value ?? ''
  const directives = policy.split(';').map((each) => each.trim())
  const others = directives.filter((each) => each !== '' && !OF_INLINE.test(each))
  const isText = !readFileSync(file, 'utf8').includes('<astro-slot')
  expect(others, 'policy').toEqual([...POLICY, ...(isText ? OF_TEXT : [])])
})
