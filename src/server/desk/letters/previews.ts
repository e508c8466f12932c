import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** The last letters that somebody looked at in the desk, so that an address of their own can show them. */
export interface Previews {
  /** Keeps a letter's HTML for a while. Gives the key that finds it. */
  keep(html: string): string
  /** Undefined for a key that nothing was kept under, or too long ago. */
  find(key: string): string | undefined
}

/** A letter with pictures is some hundred kilobytes. */
const KEPT_MAX = 8
const KEPT_MS = 3_600_000

export function createPreviews(): Previews {
  const kept = new LRUCache<string, string>({ max: KEPT_MAX, ttl: KEPT_MS })
  return {
    keep(html) {
      const key = hash('sha256', html, 'base64url')
      kept.set(key, html)
      return key
    },
    find: (key) => kept.get(key),
  }
}

/** Styles in attributes and pictures inside, as e-mails have them; no script, no form, and no link that leads out. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'"

/** A letter by itself, for a frame in a page of the desk. */
export function previewResponse(html: string): Response {
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Frame-Options': 'SAMEORIGIN',
    },
  })
}
