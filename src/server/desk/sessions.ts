import { DESK_LINK_MIN, DESK_SESSION_DAYS } from '../../timings.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { logError } from '../log.ts'
import { hashToken, newToken, type Random, TOKEN } from '../privacy/consent.ts'

/** A device that is signed in to the desk; times are UTC ISO text. */
export interface DeskSession {
  id: number
  /** Such as «Safari, iPhone». */
  device: string
  openedAt: string
  /** Exact to the hour. */
  seenAt: string
}

/** Who may read the desk: links that sign in once, and the sessions that they open. */
export interface DeskSessions {
  /** Makes the token of a new link. @param destination page of the desk that it leads to */
  newLink(destination: string): string
  /** True while a link can be used. Changes nothing: programs follow links too. */
  isLinkGood(token: string): boolean
  /**
   * Uses a link up and opens a session under a new token; the session that the device had is closed. Undefined for a link
   * that is unknown, used or too old.
   */
  open(link: string, device: string, former?: string): { token: string; destination: string } | undefined
  /** The session of a token; undefined for a token that is unknown or too old. */
  find(token: string): DeskSession | undefined
  /** Notes that a session is in use now, once an hour at most; the desk can be read while that fails. */
  touch(session: DeskSession): void
  /** The sessions that can be used, the latest first. */
  list(): DeskSession[]
  /** Ends one session; false when there is none of that number. */
  end(id: number): boolean
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const COLUMNS = 'id, device, opened_at AS openedAt, seen_at AS seenAt'

/** Makes what handles links and sessions. The database keeps hashes of their tokens alone, so that a stolen copy opens nothing. */
export function createDeskSessions(db: Database, clock: Clock, random: Random): DeskSessions {
  const now = () => clock().toISOString()
  const ago = (ms: number) => new Date(clock().getTime() - ms).toISOString()
  const oldestLink = () => ago(DESK_LINK_MIN * MINUTE_MS)
  const oldestSession = () => ago(DESK_SESSION_DAYS * DAY_MS)
  const findLink = db.prepare('SELECT 1 FROM desk_links WHERE hash = ? AND created_at > ?')
  const takeLink = db
    .prepare<[string, string], string>('DELETE FROM desk_links WHERE hash = ? AND created_at > ? RETURNING destination')
    .pluck()
  const insert = db.prepare('INSERT INTO desk_sessions (hash, device, opened_at, seen_at) VALUES (?, ?, ?, ?)')
  const find = db.prepare<[string, string], DeskSession>(
    `SELECT ${COLUMNS} FROM desk_sessions WHERE hash = ? AND opened_at > ?`,
  )

  return {
    newLink(destination) {
      const token = newToken(random)
      db.prepare('INSERT INTO desk_links VALUES (?, ?, ?)').run(hashToken(token), destination, now())
      return token
    },
    isLinkGood: (token) => TOKEN.test(token) && findLink.get(hashToken(token), oldestLink()) !== undefined,
    open: db.transaction((link: string, device: string, former?: string) => {
      const destination = TOKEN.test(link) ? takeLink.get(hashToken(link), oldestLink()) : undefined
      if (destination === undefined) return undefined
      if (former) db.prepare('DELETE FROM desk_sessions WHERE hash = ?').run(hashToken(former))
      const token = newToken(random)
      insert.run(hashToken(token), device, now(), now())
      return { token, destination }
    }).immediate,
    find: (token) => (TOKEN.test(token) ? find.get(hashToken(token), oldestSession()) : undefined),
    touch({ id, seenAt }) {
      if (seenAt >= ago(HOUR_MS)) return
      try {
        db.prepare('UPDATE desk_sessions SET seen_at = ? WHERE id = ?').run(now(), id)
      } catch (error) {
        logError('desk session', error)
      }
    },
    list: () =>
      db
        .prepare<[string], DeskSession>(
          `SELECT ${COLUMNS} FROM desk_sessions WHERE opened_at > ? ORDER BY seen_at DESC, id DESC`,
        )
        .all(oldestSession()),
    end: (id) => db.prepare('DELETE FROM desk_sessions WHERE id = ?').run(id).changes > 0,
  }
}

/** Removes links and sessions that can no longer be used. */
export function purgeDeskAccess(db: Database, now: Date): void {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  db.prepare('DELETE FROM desk_links WHERE created_at <= ?').run(ago(DESK_LINK_MIN * MINUTE_MS))
  db.prepare('DELETE FROM desk_sessions WHERE opened_at <= ?').run(ago(DESK_SESSION_DAYS * DAY_MS))
}

/** Ends every session and link: those of a restored copy may have been ended since it was made. */
export function endDeskAccess(db: Database): void {
  db.prepare('DELETE FROM desk_links').run()
  db.prepare('DELETE FROM desk_sessions').run()
}
