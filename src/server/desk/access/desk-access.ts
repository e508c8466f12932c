import type { Commit } from '../../database/commit.ts'
import { logError } from '../../log.ts'
import type { DeskSessions } from './sessions.ts'

/** When a session that could not be removed is tried again, in milliseconds. */
const RETRY_MS = 60_000

export type DeskAccess = ReturnType<typeof createDeskAccess>

/** The sessions as the server uses them: writes wait for the database without keeping other requests waiting. */
export function createDeskAccess(sessions: DeskSessions, commit: Commit) {
  const ended = new Set<number>()

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
      return session && !ended.has(session.id) ? session : undefined
    },
    list: () => sessions.list().filter(({ id }) => !ended.has(id)),
    end,
  }
}
