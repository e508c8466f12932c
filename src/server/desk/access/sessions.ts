import { trackers } from '../../../browser/storage.ts'
import { DESK_LINK_MIN, DESK_SESSION_DAYS, DESK_SESSION_MAX_DAYS } from '../../../browser/timings.ts'
import { before, type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { BY_SERVER_LINK } from '../../leads/authors.ts'
import { logError } from '../../log.ts'
import { hashToken, newToken, type Random, TOKEN } from '../../tokens.ts'

/** A browser that is signed in to the desk; times are UTC ISO text. */
export interface DeskSession {
  id: number
  /** Recipient of its sign-in link; BY_SERVER_LINK for a link of the command; null if unknown. */
  author: string | null
  /** Updated at most once an hour. */
  seen_at: string
}

/**
 * Creates the token of a new sign-in link. Only hashes of tokens are stored, so that a stolen copy grants no access.
 * @param destination page of the desk to show after signing in
 * @param author recipient of the link, or BY_SERVER_LINK
 */
export function newLink(db: Database, clock: Clock, random: Random, destination: string, author: string): string {
  const token = newToken(random)
  db.prepare('INSERT INTO desk_links (hash, destination, created_at, author) VALUES (?, ?, ?, ?)').run(
    hashToken(token),
    destination,
    clock().toISOString(),
    author,
  )
  return token
}

/** True for a valid link. Does not consume it, because programs follow links too. */
export function isLinkGood(db: Database, clock: Clock, token: string): boolean {
  return TOKEN.test(token) && db.prepare(`SELECT 1 ${LINK}`).get(hashToken(token), oldestLink(clock)) !== undefined
}

const LINK = 'FROM desk_links WHERE hash = ? AND created_at > ?'
const oldestLink = (clock: Clock) => before(clock(), DESK_LINK_MIN * MINUTE_MS)

/**
 * Consumes a link and opens a session with a new token, whatever cookie the browser sent (OWASP, session fixation); ends the browser's former session and the other links of the
 * same person. Returns undefined if the link is unknown, used or expired.
 */
export function openSession(db: Database, clock: Clock, random: Random, link: string, former?: string) {
  return db
    .transaction(() => {
      const found = db
        .prepare<[string, string], { destination: string; author: string | null }>(`SELECT destination, author ${LINK}`)
        .get(hashToken(link), oldestLink(clock))
      if (!TOKEN.test(link) || !found) return undefined
      db.prepare('DELETE FROM desk_links WHERE hash = ? OR author = ?').run(hashToken(link), found.author)
      if (former) db.prepare('DELETE FROM desk_sessions WHERE hash = ?').run(hashToken(former))
      const token = newToken(random)
      const at = clock().toISOString()
      db.prepare('INSERT INTO desk_sessions (hash, author, opened_at, seen_at) VALUES (?, ?, ?, ?)').run(
        hashToken(token),
        found.author,
        at,
        at,
      )
      return { token, destination: found.destination }
    })
    .immediate()
}

/**
 * Returns the session of a token; undefined if it is unknown or expired, or its author may no longer sign in.
 * @param staff bare addresses of MAIL_TO and MAIL_TO_<FORM>; empty if no SMTP server is configured
 */
export function findSession(db: Database, clock: Clock, staff: readonly string[], token: string) {
  if (!TOKEN.test(token)) return undefined
  const session = db
    .prepare<unknown[], DeskSession>(
      'SELECT id, author, seen_at FROM desk_sessions WHERE hash = ? AND seen_at > ? AND opened_at > ?',
    )
    .get(hashToken(token), before(clock(), DESK_SESSION_DAYS * DAY_MS), before(clock(), DESK_SESSION_MAX_DAYS * DAY_MS))
  return session && isStaff(session.author, staff) ? session : undefined
}

function isStaff(author: string | null, staff: readonly string[]): boolean {
  if (author === null || author === BY_SERVER_LINK || staff.length === 0) return true
  return staff.some((address) => address.toLowerCase() === author.toLowerCase())
}

/**
 * Records that a session is in use, at most once an hour; a failure does not block the desk. Returns true if recorded:
 * the cookie is then renewed too.
 */
export function touchSession(db: Database, clock: Clock, { id, seen_at }: DeskSession): boolean {
  if (seen_at >= before(clock(), HOUR_MS)) return false
  try {
    db.prepare('UPDATE desk_sessions SET seen_at = ? WHERE id = ?').run(clock().toISOString(), id)
    return true
  } catch (error) {
    logError('desk session', error)
    return false
  }
}

/** Ends a session. */
export function endSession(db: Database, id: number): void {
  db.prepare('DELETE FROM desk_sessions WHERE id = ?').run(id)
}

/** Ends all sessions and links, as after a lost telephone or in a restored copy. */
export function endDeskAccess(db: Database): void {
  db.prepare('DELETE FROM desk_links').run()
  db.prepare('DELETE FROM desk_sessions').run()
  // A queued link must be requested again.
  db.prepare("DELETE FROM outbox WHERE kind = 'sign-in' AND sent_at IS NULL").run()
}

/** Deletes expired links and sessions. */
export function purgeDeskAccess(db: Database, now: Date): void {
  db.prepare('DELETE FROM desk_links WHERE created_at <= ?').run(before(now, DESK_LINK_MIN * MINUTE_MS))
  db.prepare('DELETE FROM desk_sessions WHERE seen_at <= ? OR opened_at <= ?').run(
    before(now, DESK_SESSION_DAYS * DAY_MS),
    before(now, DESK_SESSION_MAX_DAYS * DAY_MS),
  )
}

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
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: DESK_SESSION_DAYS * 86_400 } as const,
  }
}

/** Returns the session token in a Cookie header; undefined if it holds none. */
export function sessionToken(siteUrl: string, cookies = ''): string | undefined {
  return new RegExp(`(?:^|; *)${sessionCookie(siteUrl).name}=([^;]+)`).exec(cookies)?.[1]
}
