import type { Commit } from '../../database/commit.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { logError } from '../../log.ts'
import type { Outbox } from '../../outbox/outbox.ts'

export type RequestLink = ReturnType<typeof createLinkRequests>

interface Needs {
  outbox: Outbox
  commit: Commit
  /** Bare addresses that get links. */
  house: readonly string[]
  /** By address that was typed, so that a stranger cannot fill a mailbox of the house. */
  limit: RateLimiter
  /** By known browser. */
  deviceLimit: RateLimiter
  /** Says that a message may be waiting. */
  wake: () => void
}

/** By then the page has been answered, in milliseconds. */
const AFTER_ANSWER_MS = 1000

/** Makes what asks for links; only an address of the house gets one. */
export function createLinkRequests({ outbox, commit, house, limit, deviceLimit, wake }: Needs) {
  const known = new Map(house.map((address) => [address.toLowerCase(), address]))

  async function queue(recipient: string, destination: string): Promise<void> {
    try {
      await commit(() => outbox.add({ kind: 'sign-in', form: 'bureau', about: destination, recipient }))
      wake()
    } catch (error) {
      logError('sign-in link', error)
    }
  }

  /**
   * Asks for a link by e-mail. What is returned depends on what was asked for before and never on whose address it is, and
   * nothing is written before the page has been answered, so that neither the answer nor its time tells addresses apart.
   * @param email as it was typed
   * @param destination page of the desk that the link leads to
   * @param device a browser that was signed in once, which has a share of its own; undefined for any other
   * @returns 0, or the seconds after which a link can be asked for again where none is sent now
   */
  return (email: string, destination: string, device: string | undefined): number => {
    const typed = email.trim().toLowerCase()
    const wait = device ? deviceLimit.take(device) : limit.take(typed)
    const recipient = known.get(typed)
    if (wait === 0 && recipient) setTimeout(() => void queue(recipient, destination), AFTER_ANSWER_MS).unref()
    return wait
  }
}
