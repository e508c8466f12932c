import type { APIRoute } from 'astro'
import { company } from '../../copy/facts/facts.ts'

/** How long the contact is good for, in days; RFC 9116, section 2.5.5, advises less than a year. */
const VALID_DAYS = 360
const DAY_MS = 86_400_000

/** Where to report a weakness of the site (RFC 9116). Each build renews it. */
export const GET: APIRoute = ({ site }) => {
  const expires = new Date(Date.now() + VALID_DAYS * DAY_MS).toISOString()
  const canonical = new URL('/.well-known/security.txt', site)
  return new Response(
    `Contact: mailto:${company.email}\nExpires: ${expires}\nPreferred-Languages: fr, en\nCanonical: ${canonical}\n`,
  )
}
