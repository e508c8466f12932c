import { BY_SERVER_LINK } from '../../leads/follow-up/authors.ts'
import { logError } from '../../log.ts'
import type { DeskSessions } from './sessions.ts'

/** Delay before retrying to delete a session, in milliseconds. */
const RETRY_MS = 60_000

export type DeskAccess = ReturnType<typeof createDeskAccess>

/**
 * Wraps the sessions for the server: sessions of an address that may no longer sign in are invalid, and ended ones
 * stay ended even if the database fails.
 * @param staff bare addresses of MAIL_TO and MAIL_TO_<FORM>; empty if no SMTP server is configured
 */
export function createDeskAccess(sessions: DeskSessions, staff: readonly string[]) {
  const ended = new Set<number>()
  const known = [BY_SERVER_LINK, ...staff.map((address) => address.toLowerCase())]
  const isStaff = (author: string | null) =>
    author === null || staff.length === 0 || known.includes(author.toLowerCase())

  /** Ends a session immediately, even if the database fails; its row is deleted as soon as possible. */
  function end(id: number): void {
    ended.add(id)
    try {
      sessions.end(id)
      ended.delete(id)
    } catch (error) {
      logError('desk session', error)
      setTimeout(end, RETRY_MS, id).unref()
    }
  }

  return {
    ...sessions,
    find(token: string) {
      const session = sessions.find(token)
      return session && !ended.has(session.id) && isStaff(session.author) ? session : undefined
    },
    list: () => sessions.list().filter(({ id, author }) => !ended.has(id) && isStaff(author)),
    end,
  }
}
