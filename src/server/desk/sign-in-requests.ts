import type { Commit } from '../database/commit.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { logError } from '../log.ts'
import type { Outbox } from '../mail/outbox.ts'

/**
 * Asks for a link by e-mail. Nothing is returned and nothing is written before the page has been answered, so that neither
 * the answer nor its time tells whether the address is one of the house.
 * @param email as it was typed
 * @param destination page of the desk that the link leads to
 */
export type RequestLink = (email: string, destination: string) => void

interface Needs {
  outbox: Outbox
  commit: Commit
  /** Bare addresses that get links. */
  house: readonly string[]
  /** By address of the house, so that a stranger cannot fill its mailbox. */
  limit: RateLimiter
  /** Says that a message may be waiting. */
  wake: () => void
}

/** By then the page has been answered, in milliseconds. */
const AFTER_ANSWER_MS = 1000

/** Makes what asks for links; only an address of the house gets one. */
export function createLinkRequests({ outbox, commit, house, limit, wake }: Needs): RequestLink {
  const known = new Map(house.map((address) => [address.toLowerCase(), address]))
  return (email, destination) => {
    const timer = setTimeout(async () => {
      const recipient = known.get(email.trim().toLowerCase())
      if (!recipient || limit.take(recipient) > 0) return
      try {
        await commit(() => outbox.add({ kind: 'sign-in', form: 'bureau', reference: destination, recipient }))
        wake()
      } catch (error) {
        logError('sign-in link', error)
      }
    }, AFTER_ANSWER_MS)
    timer.unref()
  }
}
