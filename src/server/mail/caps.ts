import { before, type Clock, DAY_MS } from '../clock.ts'
import { type Database, pluck } from '../database/database.ts'
import { createBuckets } from '../http/rate-limit.ts'
import { turnNetworkOf } from '../networks.ts'
import { mailboxOf } from '../people/mailbox.ts'
import { kindNamed } from './kinds.ts'
import type { Hold } from './message.ts'

/** What a person gets of one kind a day without having proven their address. */
const MAILBOX_PER_DAY = 3
/** What one network (/24, /56) may cause a day. */
const NETWORK_PER_DAY = 50

interface Candidate {
  kind: string
  recipient: string | null
  suspected: boolean
  /** IP address of the visitor, if known; only counted in memory, never stored. */
  address: string | undefined
}

/**
 * Returns a function that decides whether a new message is held. What is suspected takes nothing from anybody's share:
 * it counts from its release on, so that nobody can hold back another person's mail.
 */
export function createCaps(db: Database, clock: Clock): (candidate: Candidate) => Hold | null {
  const take = createBuckets(clock, DAY_MS)
  const toMailbox = pluck<number>(
    db,
    `SELECT count(*) FROM outbox WHERE mailbox = @mailbox AND kind = @kind AND hold IS NULL
       AND created_at > @day AND created_at <= @now`,
  )
  return ({ kind, recipient, suspected, address }) => {
    if (suspected) return 'suspected'
    if (!kindNamed(kind)?.isCapped) return null
    const now = clock()
    const times = { day: before(now, DAY_MS), now: now.toISOString() }
    const earlier = toMailbox.get({ ...times, kind, mailbox: mailboxOf(recipient ?? '') })
    if (Number(earlier) >= MAILBOX_PER_DAY) return 'mailbox'
    const network = turnNetworkOf(address ?? '')
    return network && take(network, NETWORK_PER_DAY) > 0 ? 'network' : null
  }
}
