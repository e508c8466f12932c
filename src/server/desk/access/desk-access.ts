import type { Commit } from '../../database/commit.ts'
import { logError } from '../../log.ts'
import { BY_SERVER_LINK, type DeskSessions } from './sessions.ts'

/** When a session that could not be removed is tried again, in milliseconds. */
const RETRY_MS = 60_000

export type DeskAccess = ReturnType<typeof createDeskAccess>

/**
 * The sessions as the server uses them: writes wait for the database without keeping other requests waiting, and whoever
 * signed in by an address that is no longer the house's is signed in no more.
 * @param house bare addresses that get links; none where no e-mail is sent
 */
export function createDeskAccess(sessions: DeskSessions, commit: Commit, house: readonly string[]) {
  const ended = new Set<number>()
  const known = [BY_SERVER_LINK, ...house.map((address) => address.toLowerCase())]
  const isOfHouse = (author: string | null) =>
    author === null || house.length === 0 || known.includes(author.toLowerCase())

  /** Ends a session for this server at once, whatever the database says; its row goes as soon as it can. */
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
    /** As DeskSessions.open; rejects where the database cannot be written. */
    open: (...args: Parameters<DeskSessions['open']>) => commit(() => sessions.open(...args)),
    find(token: string) {
      const session = sessions.find(token)
      return session && !ended.has(session.id) && isOfHouse(session.author) ? session : undefined
    },
    list: () => sessions.list().filter(({ id, author }) => !ended.has(id) && isOfHouse(author)),
    formerAuthor(token: string) {
      const author = sessions.formerAuthor(token)
      return author !== undefined && isOfHouse(author) ? author : undefined
    },
    end,
  }
}
