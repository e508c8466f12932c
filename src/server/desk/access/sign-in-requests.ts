import type { RateLimiter } from '../../http/rate-limit.ts'
import { logError } from '../../log.ts'
import type { Outbox } from '../../mail/outbox.ts'

export type RequestLink = ReturnType<typeof createLinkRequests>

interface Needs {
  outbox: Outbox
  /** Bare addresses that get links. */
  staff: readonly string[]
  /** By typed address, so that strangers cannot flood the owner's mailbox. */
  limit: RateLimiter
  /** By known browser. */
  deviceLimit: RateLimiter
  /** Starts a run of the sender. */
  wake: () => void
}

/** Delay until after the response, in milliseconds. */
const AFTER_ANSWER_MS = 1000

/** Returns a function that requests sign-in links; only addresses in `staff` get one. */
export function createLinkRequests({ outbox, staff, limit, deviceLimit, wake }: Needs) {
  const known = new Map(staff.map((address) => [address.toLowerCase(), address]))

  function queue(recipient: string, destination: string): void {
    try {
      outbox.add({ kind: 'sign-in', form: 'bureau', about: destination, recipient })
      wake()
    } catch (error) {
      logError('sign-in link', error)
    }
  }

  /**
   * Requests a link by e-mail. The result depends only on earlier requests, never on the address, and nothing is
   * written before the response, so that neither the response nor its timing reveals valid addresses.
   * @param email as typed
   * @param destination page of the desk to show after signing in
   * @param device mark of a known browser, which has its own limit; undefined for others
   * @returns 0, or the seconds to wait if the request was rate-limited
   */
  return (email: string, destination: string, device: string | undefined): number => {
    const typed = email.trim().toLowerCase()
    const wait = device ? deviceLimit.take(device) : limit.take(typed)
    const recipient = known.get(typed)
    if (wait === 0 && recipient) setTimeout(queue, AFTER_ANSWER_MS, recipient, destination).unref()
    return wait
  }
}
