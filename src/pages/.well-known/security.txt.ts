import type { APIRoute } from 'astro'
import { company } from '../../copy/facts/facts.ts'

/** Validity of the contact, in days; RFC 9116, section 2.5.5, recommends less than a year. */
const VALID_DAYS = 360
const DAY_MS = 86_400_000

/** Contact for reporting vulnerabilities (RFC 9116). Each build renews its expiry date. */
export const GET: APIRoute = ({ site }) => {
  const expires = new Date(Date.now() + VALID_DAYS * DAY_MS).toISOString()
  const canonical = new URL('/.well-known/security.txt', site)
  return new Response(
    `Contact: mailto:${company.email}\nExpires: ${expires}\nPreferred-Languages: fr, en\nCanonical: ${canonical}\n`,
  )
}
