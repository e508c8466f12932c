import { expect, it } from 'vitest'
import { assetHeaders, securityHeaders } from '../../src/server/http/security-headers.ts'
import { openStillHouse } from '../server/still-house.ts'

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

it('decisions «The letter», RFC 8058 and 3834: an e-mail to a list says how to leave and that a program wrote it', () => {
  const house = openStillHouse('2026-11-22T10:00:00.000Z')
  house.submit('newsletter')
  house.submit('contact')
  const sent = new Map(house.mails().map(({ kind, mail }) => [kind, mail.headers]))
  const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
  expect(sent.get('acknowledgement')).toEqual(automatic)
  expect(sent.get('lead')).toEqual({ 'Auto-Submitted': 'auto-generated' })
  expect(sent.get('confirmation')).toEqual({
    ...automatic,
    'List-Unsubscribe': expect.stringMatching(/^<https:\/\/hera\.example\/desinscription\/[\w-]{32}>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  house.db.close()
})
