import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { type KindName, kindNamed, type Writers } from '../kinds.ts'
import type { Message } from '../message.ts'

/** What a delivery report says (RFC 3464): which of our e-mails came back, and why. */
export interface Returned {
  /** Message-ID without brackets. */
  messageId: string
  /** True if the address itself is refused. */
  byAddress: boolean
  said: string
}

const SAID_MAX = 300

/**
 * Reads a delivery report; undefined if it reports only a delay, or names no message.
 * @param status text of its part message/delivery-status
 * @param original beginning of the message that came back
 */
export function readReport(status: string, original: string): Returned | undefined {
  const field = (name: string) => new RegExp(`^${name}:\\s*(.+)$`, 'im').exec(status)?.[1]?.trim() ?? ''
  const messageId = /^Message-ID:\s*<([^<>\s]{3,300})>/im.exec(original)?.[1]
  if (!messageId || field('Action').toLowerCase() !== 'failed') return undefined
  const said = (field('Diagnostic-Code') || field('Status')).replace(/\s+/g, ' ').slice(0, SAID_MAX)
  return { messageId, byAddress: /^5\.1\./.test(field('Status')), said }
}

/** Marks one of our e-mails as returned; the answer of the house that it was gives the turn back. */
export function noteReturned(db: Database, clock: Clock, writers: Writers, returned: Returned): void {
  const message = db
    .prepare<object, Message>(
      `UPDATE outbox SET sent_at = NULL, sent_with = NULL, failed_at = @now, failure = 'returned', last_error = @said
       WHERE message_id = @messageId AND sent_at IS NOT NULL RETURNING *`,
    )
    .get({ messageId: returned.messageId, said: returned.said || null, now: clock().toISOString() })
  if (message && kindNamed(message.kind)) writers[message.kind as KindName].onFailed?.(message, returned.byAddress)
}
