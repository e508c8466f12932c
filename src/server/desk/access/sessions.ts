import { DESK_LINK_MIN, DESK_SESSION_DAYS, DESK_SESSION_MAX_DAYS } from '../../../browser/timings.ts'
import { before, type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../../clock.ts'
import { type Database, pluck } from '../../database/database.ts'
import { logError } from '../../log.ts'
import { dropUnsent } from '../../mail/outbox-admin.ts'
import { hashToken, newToken, type Random, TOKEN } from '../../tokens.ts'

/** A device that is signed in to the desk; times are UTC ISO text. */
export interface DeskSession {
  id: number
  /** Such as «Safari, iPhone». */
  device: string
  /** Recipient of its sign-in link; BY_SERVER_LINK for a link of the command; null if unknown. */
  author: string | null
  openedAt: string
  /** Updated at most once an hour. */
  seenAt: string
}

const COLUMNS = 'id, device, author, opened_at AS openedAt, seen_at AS seenAt'
const SESSIONS = 'desk_sessions LEFT JOIN desk_authors USING (hash)'
/** SQL condition for a valid session: used recently enough, and not too old. */
const GOOD = 'seen_at > @unseen AND opened_at > @opened'

export type DeskSessions = ReturnType<typeof createDeskSessions>

/**
 * Manages sign-in links and sessions of the desk. The database stores only hashes of their tokens, so that a stolen
 * copy grants no access.
 */
export function createDeskSessions(db: Database, clock: Clock, random: Random) {
  const now = () => clock().toISOString()
  const ago = (ms: number) => before(clock(), ms)
  const oldestLink = () => ago(DESK_LINK_MIN * MINUTE_MS)
  const oldest = () => ({ unseen: ago(DESK_SESSION_DAYS * DAY_MS), opened: ago(DESK_SESSION_MAX_DAYS * DAY_MS) })
  const findLink = db.prepare('SELECT 1 FROM desk_links WHERE hash = ? AND created_at > ?')
  const takeLink = pluck<string>(db, 'DELETE FROM desk_links WHERE hash = ? AND created_at > ? RETURNING destination')
  const insert = db.prepare('INSERT INTO desk_sessions (hash, device, opened_at, seen_at) VALUES (?, ?, ?, ?)')
  const find = db.prepare<unknown[], DeskSession>(`SELECT ${COLUMNS} FROM ${SESSIONS} WHERE hash = @hash AND ${GOOD}`)
  const authorOf = pluck<string>(db, 'DELETE FROM desk_authors WHERE hash = ? RETURNING author')
  const noteAuthor = db.prepare('INSERT INTO desk_authors VALUES (?, ?, ?)')

  return {
    /**
     * Creates the token of a new link.
     * @param destination page of the desk to show after signing in
     * @param author recipient of the link, or BY_SERVER_LINK
     */
    newLink(destination: string, author?: string): string {
      const token = newToken(random)
      db.transaction(() => {
        db.prepare('INSERT INTO desk_links VALUES (?, ?, ?)').run(hashToken(token), destination, now())
        if (author) noteAuthor.run(hashToken(token), author, now())
      })()
      return token
    },
    /** True for a valid link. Does not consume it, because programs follow links too. */
    isLinkGood: (token: string) => TOKEN.test(token) && findLink.get(hashToken(token), oldestLink()) !== undefined,
    /**
     * Consumes a link and opens a session with a new token; closes the device's former session. Returns undefined if
     * the link is unknown, used or expired.
     */
    open: db.transaction((link: string, device: string, former?: string) => {
      const destination = TOKEN.test(link) ? takeLink.get(hashToken(link), oldestLink()) : undefined
      if (destination === undefined) return undefined
      if (former) db.prepare('DELETE FROM desk_sessions WHERE hash = ?').run(hashToken(former))
      const token = newToken(random)
      insert.run(hashToken(token), device, now(), now())
      const author = authorOf.get(hashToken(link))
      if (author) noteAuthor.run(hashToken(token), author, now())
      return { token, destination }
    }).immediate,
    /** Returns the session of a token; undefined if it is unknown or expired. */
    find: (token: string) => (TOKEN.test(token) ? find.get({ hash: hashToken(token), ...oldest() }) : undefined),
    /**
     * Records that a session is in use, at most once an hour; a failure does not block the desk. Returns true if
     * recorded: the cookie is then renewed too.
     */
    touch({ id, seenAt }: DeskSession): boolean {
      if (seenAt >= ago(HOUR_MS)) return false
      try {
        db.prepare('UPDATE desk_sessions SET seen_at = ? WHERE id = ?').run(now(), id)
        return true
      } catch (error) {
        logError('desk session', error)
        return false
      }
    },
    /** Valid sessions, most recently used first. */
    list: () =>
      db
        .prepare<unknown[], DeskSession>(
          `SELECT ${COLUMNS} FROM ${SESSIONS} WHERE ${GOOD} ORDER BY seen_at DESC, id DESC`,
        )
        .all(oldest()),
    /** Ends a session; returns false for an unknown id. */
    end: db.transaction((id: number) => {
      db.prepare('DELETE FROM desk_authors WHERE hash = (SELECT hash FROM desk_sessions WHERE id = ?)').run(id)
      return db.prepare('DELETE FROM desk_sessions WHERE id = ?').run(id).changes > 0
    }),
  }
}

/** Deletes expired links and sessions. */
export function purgeDeskAccess(db: Database, now: Date): void {
  const ago = (days: number) => before(now, days * DAY_MS)
  db.prepare('DELETE FROM desk_links WHERE created_at <= ?').run(before(now, DESK_LINK_MIN * MINUTE_MS))
  db.prepare('DELETE FROM desk_sessions WHERE seen_at <= ? OR opened_at <= ?').run(
    ago(DESK_SESSION_DAYS),
    ago(DESK_SESSION_MAX_DAYS),
  )
  db.prepare('DELETE FROM desk_authors WHERE at <= ?').run(ago(DESK_SESSION_MAX_DAYS))
}

/** Ends all sessions and links of a restored copy, because they may have been ended since the copy was made. */
export function endDeskAccess(db: Database): void {
  db.prepare('DELETE FROM desk_links').run()
  db.prepare('DELETE FROM desk_sessions').run()
  db.prepare('DELETE FROM desk_authors').run()
  // A queued link must be requested again.
  dropUnsent(db, 'sign-in')
}
