import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { assetHeaders, securityHeaders } from '../../src/server/http/security-headers.ts'

/** Decisions «Made real»: no third-party request, and nobody may frame a page. */
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

it('every answer has the headers of security, and a year of HTTPS where the site has it', () => {
  expect(securityHeaders('http://localhost:4321')).toEqual(DOCUMENTS)
  expect(securityHeaders('https://hera.example')).toEqual({ ...DOCUMENTS, ...HSTS })
})

it('a font, a script or a picture has those that mean something for it', () => {
  expect(assetHeaders(securityHeaders('https://hera.example'))).toEqual({ ...ASSETS, ...HSTS })
})

/** Decisions «Made real» and stack-notes: what a page may load, and nothing from elsewhere; «#» stands for hashes of its own. */
const POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "script-src 'self' #",
  "style-src 'self' #",
]
/** W3C Trusted Types: on pages without an island, no script makes markup of a string. React does so for the slots of an island. */
const OF_TEXT = ["require-trusted-types-for 'script'", "trusted-types 'none'"]

it.each(globSync('dist/client/**/*.html').sort())(
  '%s has the headers of a document and the policy of its kind',
  (file) => {
    const path = file.slice('dist/client'.length, -'.html'.length).replace(/^\/index$/, '/')
    const [, lines = ''] = readFileSync('dist/_headers', 'utf8').split(new RegExp(`(?:^|\n)${path}\n`))
    const served = Object.fromEntries(
      lines
        .split(/\n(?! )/)[0]
        ?.split('\n')
        .map((line) => /^ {2}([^:]+): (.*)$/.exec(line)?.slice(1) ?? []) ?? [],
    )
    const headers: { pathname: string; headers: { value: string }[] }[] = JSON.parse(
      readFileSync('dist/_headers.json', 'utf8'),
    )
    const policy = headers.find(({ pathname }) => pathname === path)?.headers[0]?.value ?? ''
    const directives = policy
      .replace(/(?:'sha256-[^']+' ?)+/g, '#')
      .split(';')
      .map((each) => each.trim())
    const isOfText = !readFileSync(file, 'utf8').includes('<astro-slot')
    expect(directives.filter(Boolean), 'policy').toEqual([...POLICY, ...(isOfText ? OF_TEXT : [])])
    // A page of error has no address of its own.
    if (/\/(404|500)$/.test(path)) return
    expect(served, 'headers for a CDN').toEqual({
      ...DOCUMENTS,
      'Content-Security-Policy': policy,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
    })
  },
)
