import { DESK_LINK_MIN, DESK_SESSION_DAYS, DESK_SESSION_MAX_DAYS } from '../../../browser/timings.ts'
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { pluck } from '../../database/pluck.ts'
import { logError } from '../../log.ts'
import { dropWaiting } from '../../outbox/outbox-admin.ts'
import { hashToken, newToken, type Random, TOKEN } from '../../tokens.ts'

/** A device that is signed in to the desk; times are UTC ISO text. */
export interface DeskSession {
  id: number
  /** Such as «Safari, iPhone». */
  device: string
  /** Address that its link was sent to; BY_SERVER_LINK for one of the command; null where it is not known. */
  author: string | null
  openedAt: string
  /** Exact to the hour. */
  seenAt: string
}

/** The author of what is done in a session that a link of the command opened, which names nobody. */
export const BY_SERVER_LINK = 'lien du serveur'

const COLUMNS = 'id, device, author, opened_at AS openedAt, seen_at AS seenAt'
const SESSIONS = 'desk_sessions LEFT JOIN desk_authors USING (hash)'
/** A session is good for so long after it was used last, and at most for so long after it was opened. */
const GOOD = 'seen_at > @unseen AND opened_at > @opened'

export type DeskSessions = ReturnType<typeof createDeskSessions>

/**
 * Who may read the desk: links that sign in once, and the sessions that they open. The database keeps hashes of their tokens
 * alone, so that a stolen copy opens nothing.
 */
export function createDeskSessions(db: Database, clock: Clock, random: Random) {
  const now = () => clock().toISOString()
  const ago = (ms: number) => new Date(clock().getTime() - ms).toISOString()
  const oldestLink = () => ago(DESK_LINK_MIN * MINUTE_MS)
  const oldest = () => ({ unseen: ago(DESK_SESSION_DAYS * DAY_MS), opened: ago(DESK_SESSION_MAX_DAYS * DAY_MS) })
  const findLink = db.prepare('SELECT 1 FROM desk_links WHERE hash = ? AND created_at > ?')
  const takeLink = pluck<string>(db, 'DELETE FROM desk_links WHERE hash = ? AND created_at > ? RETURNING destination')
  const insert = db.prepare('INSERT INTO desk_sessions (hash, device, opened_at, seen_at) VALUES (?, ?, ?, ?)')
  const find = db.prepare<unknown[], DeskSession>(`SELECT ${COLUMNS} FROM ${SESSIONS} WHERE hash = @hash AND ${GOOD}`)
  const findAuthor = db.prepare<[string], { author: string }>('SELECT author FROM desk_authors WHERE hash = ?')
  const authorOf = pluck<string>(db, 'DELETE FROM desk_authors WHERE hash = ? RETURNING author')
  const noteAuthor = db.prepare('INSERT INTO desk_authors VALUES (?, ?, ?)')

  return {
    /**
     * Makes the token of a new link.
     * @param destination page of the desk that it leads to
     * @param author address that it is sent to, or BY_SERVER_LINK
     */
    newLink(destination: string, author?: string): string {
      const token = newToken(random)
      db.transaction(() => {
        db.prepare('INSERT INTO desk_links VALUES (?, ?, ?)').run(hashToken(token), destination, now())
        if (author) noteAuthor.run(hashToken(token), author, now())
      })()
      return token
    },
    /** True while a link can be used. Changes nothing: programs follow links too. */
    isLinkGood: (token: string) => TOKEN.test(token) && findLink.get(hashToken(token), oldestLink()) !== undefined,
    /**
     * Uses a link up and opens a session under a new token; the session that the device had is closed. Undefined for a link
     * that is unknown, used or too old.
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
    /** The session of a token; undefined for a token that is unknown or too old. */
    find: (token: string) => (TOKEN.test(token) ? find.get({ hash: hashToken(token), ...oldest() }) : undefined),
    /** The author of a session that was not ended, but was not used for too long: what it still sends is not lost. */
    formerAuthor: (token: string) => (TOKEN.test(token) ? findAuthor.get(hashToken(token))?.author : undefined),
    /**
     * Notes that a session is in use now, once an hour at most; the desk can be read while that fails. True where it was
     * noted, so that the cookie is to be prolonged too.
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
    /** The sessions that can be used, the latest first. */
    list: () =>
      db
        .prepare<unknown[], DeskSession>(
          `SELECT ${COLUMNS} FROM ${SESSIONS} WHERE ${GOOD} ORDER BY seen_at DESC, id DESC`,
        )
        .all(oldest()),
    /** Ends one session; false when there is none of that number. */
    end: db.transaction((id: number) => {
      db.prepare('DELETE FROM desk_authors WHERE hash = (SELECT hash FROM desk_sessions WHERE id = ?)').run(id)
      return db.prepare('DELETE FROM desk_sessions WHERE id = ?').run(id).changes > 0
    }),
  }
}

/** The author of a session that is over is known for so long, in days: what its pages still send is kept for them. */
const KNOWN_DAYS = 30

/** Removes links and sessions that can no longer be used. */
export function purgeDeskAccess(db: Database, now: Date): void {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  db.prepare('DELETE FROM desk_links WHERE created_at <= ?').run(ago(DESK_LINK_MIN * MINUTE_MS))
  db.prepare('DELETE FROM desk_sessions WHERE seen_at <= ? OR opened_at <= ?').run(
    ago(DESK_SESSION_DAYS * DAY_MS),
    ago(DESK_SESSION_MAX_DAYS * DAY_MS),
  )
  db.prepare('DELETE FROM desk_authors WHERE at <= ?').run(ago((DESK_SESSION_MAX_DAYS + KNOWN_DAYS) * DAY_MS))
}

/** Ends every session and link: those of a restored copy may have been ended since it was made. */
export function endDeskAccess(db: Database): void {
  db.prepare('DELETE FROM desk_links').run()
  db.prepare('DELETE FROM desk_sessions').run()
  db.prepare('DELETE FROM desk_authors').run()
  // A link that still waits is asked for anew.
  dropWaiting(db, 'sign-in')
}
