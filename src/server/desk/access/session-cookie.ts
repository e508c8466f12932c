import { trackers } from '../../../browser/storage.ts'
import { DESK_SESSION_DAYS } from '../../../browser/timings.ts'

const DAY_S = 86_400

/**
 * Returns name and options of a desk cookie. With https its name starts with `__Host-`, so that no other host and no
 * page without TLS can set it (RFC 6265bis §4.1.3.2). SameSite=Lax, because e-mails link to submissions.
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

/** The cookie with the session token. */
export function sessionCookie(siteUrl: string) {
  return deskCookie(trackers.desk.key, DESK_SESSION_DAYS * DAY_S, siteUrl)
}
