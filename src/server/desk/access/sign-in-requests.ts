import { before, type Clock, MINUTE_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { logError } from '../../log.ts'
import type { Outbox } from '../../mail/outbox.ts'

/** Requests a link by e-mail. @param destination page of the desk to show after signing in */
export type RequestLink = (email: string, destination: string) => void

interface Needs {
  db: Database
  clock: Clock
  outbox: Pick<Outbox, 'add'>
  /** Bare addresses that get links. */
  staff: readonly string[]
  /** Starts a run of the sender. */
  wake: () => void
}

/** Delay until after the response, in milliseconds. */
const AFTER_ANSWER_MS = 1000
/** Asking again within this time sends nothing. */
const PAUSE_MS = 2 * MINUTE_MS

/**
 * Returns a function that requests sign-in links; only addresses in `staff` get one. Nothing is written before the
 * response, so that neither the response nor its time tells which addresses those are. Links hold until one is used, so
 * that a stranger who asks all day locks nobody out.
 */
export function createLinkRequests({ db, clock, outbox, staff, wake }: Needs): RequestLink {
  const recent = db.prepare(
    "SELECT 1 FROM outbox WHERE kind = 'sign-in' AND recipient = ? AND created_at > ? AND created_at <= ?",
  )
  const queue = db.transaction((recipient: string, about: string) => {
    if (recent.get(recipient, before(clock(), PAUSE_MS), clock().toISOString())) return
    outbox.add({ kind: 'sign-in', form: 'bureau', about, recipient })
  })

  return (email, destination) => {
    const typed = email.trim().toLowerCase()
    const recipient = staff.find((address) => address.toLowerCase() === typed)
    if (!recipient) return
    setTimeout(() => {
      try {
        queue.immediate(recipient, destination)
        wake()
      } catch (error) {
        logError('sign-in link', error)
      }
    }, AFTER_ANSWER_MS).unref()
  }
}
