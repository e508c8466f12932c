import { trackers } from '../../../browser/storage.ts'
import { DESK_SESSION_DAYS } from '../../../browser/timings.ts'

const DAY_S = 86_400

/**
 * Returns name and options of the cookie with the session token. With https its name starts with `__Host-`, so that no
 * other host and no page without TLS can set it (RFC 6265bis §4.1.3.2). SameSite=Lax, because e-mails link to leads.
 * @param siteUrl origin of the site
 */
export function sessionCookie(siteUrl: string) {
  const secure = siteUrl.startsWith('https:')
  const { key } = trackers.desk
  return {
    name: secure ? `__Host-${key}` : key,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: DESK_SESSION_DAYS * DAY_S } as const,
  }
}

/** Returns the session token in a Cookie header; undefined if it holds none. */
export function sessionToken(siteUrl: string, cookies = ''): string | undefined {
  return new RegExp(`(?:^|; *)${sessionCookie(siteUrl).name}=([^;]+)`).exec(cookies)?.[1]
}
