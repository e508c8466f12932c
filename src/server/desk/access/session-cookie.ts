import { trackers } from '../../../browser/storage.ts'
import { DESK_SESSION_DAYS } from '../../../browser/timings.ts'

const DAY_S = 86_400

/**
 * A cookie of the desk, as Astro sets and reads it. Behind https its name begins with `__Host-`, so that no other host and no page without TLS can set
 * it (RFC 6265bis §4.1.3.2). Lax, because the links of our e-mails lead straight to a submission.
 * @param maxAge in seconds
 * @param siteUrl origin of the site
 */
export function deskCookie(key: string, maxAge: number, siteUrl: string) {
  const secure = siteUrl.startsWith('https:')
  return {
    name: secure ? `__Host-${key}` : key,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge } as const,
  }
}

/** The cookie that holds a session's token. */
export function sessionCookie(siteUrl: string) {
  return deskCookie(trackers.desk.key, DESK_SESSION_DAYS * DAY_S, siteUrl)
}
