import type { Commit } from '../../database/commit.ts'
import { BY_SERVER_LINK } from '../../leads/follow-up/authors.ts'
import { logError } from '../../log.ts'
import type { DeskSessions } from './sessions.ts'

/** Delay before retrying to delete a session, in milliseconds. */
const RETRY_MS = 60_000

export type DeskAccess = ReturnType<typeof createDeskAccess>

/**
 * Wraps the sessions for the server: writes wait for the database without blocking other requests, and sessions of
 * an address that may no longer sign in are invalid.
 * @param staff bare addresses of MAIL_TO and MAIL_TO_<FORM>; empty if no SMTP server is configured
 */
export function createDeskAccess(sessions: DeskSessions, commit: Commit, staff: readonly string[]) {
  const ended = new Set<number>()
  const known = [BY_SERVER_LINK, ...staff.map((address) => address.toLowerCase())]
  const isStaff = (author: string | null) =>
    author === null || staff.length === 0 || known.includes(author.toLowerCase())

  /** Ends a session immediately, even if the database fails; its row is deleted as soon as possible. */
  async function end(id: number): Promise<void> {
    ended.add(id)
    try {
      await commit(() => sessions.end(id))
      ended.delete(id)
    } catch (error) {
      logError('desk session', error)
      setTimeout(() => void end(id), RETRY_MS).unref()
    }
  }

  return {
    ...sessions,
    /** Like DeskSessions.open; rejects if the database cannot be written. */
    open: (...args: Parameters<DeskSessions['open']>) => commit(() => sessions.open(...args)),
    find(token: string) {
      const session = sessions.find(token)
      return session && !ended.has(session.id) && isStaff(session.author) ? session : undefined
    },
    list: () => sessions.list().filter(({ id, author }) => !ended.has(id) && isStaff(author)),
    authorOfExpiredSession(token: string) {
      const author = sessions.authorOfExpiredSession(token)
      return author !== undefined && isStaff(author) ? author : undefined
    },
    end,
  }
}
