import { DESK_SESSION_DAYS } from '../../timings.ts'

const DAY_S = 86_400

/** The cookie of the desk, as Astro sets and reads it. */
export interface SessionCookie {
  name: string
  options: { path: '/'; httpOnly: true; sameSite: 'lax'; secure: boolean; maxAge: number }
}

/**
 * The cookie that holds a session's token. Behind https its name begins with `__Host-`, so that no other host and no page
 * without TLS can set it (RFC 6265bis §4.1.3.2). Lax, because the links of our e-mails lead straight to a submission.
 * @param siteUrl origin of the site
 */
export function sessionCookie(siteUrl: string): SessionCookie {
  const secure = siteUrl.startsWith('https:')
  return {
    name: secure ? '__Host-bureau' : 'bureau',
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: DESK_SESSION_DAYS * DAY_S },
  }
}
