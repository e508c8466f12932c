import { relativeTimeInParis } from '../paris-time.ts'

/** Why a message is not sent before somebody of the house releases it. */
export type Hold = 'suspected' | 'mailbox' | 'network'

/** SQL condition for a queued message: not sent, failed or held. Must match the partial index. */
export const PENDING = 'sent_at IS NULL AND failed_at IS NULL AND hold IS NULL'

/**
 * Why nothing more is tried: refused for good, given up after five days, stopped by a restored backup, come back, or (of
 * a letter) cut off while it was sent, so that nobody knows whether it arrived.
 */
export type Failure = 'refused' | 'expired' | 'restored' | 'returned' | 'unknown'

/** A row of the outbox. Its e-mail is written when it is sent. Times are UTC ISO text. */
export interface Message {
  id: number
  /** Message-ID header without brackets, the same for every attempt. */
  message_id: string
  kind: string
  /** Name of the form. */
  form: string
  /** Reference of its lead, or `about` of a message without a lead. */
  reference: string
  /** Null for MAIL_TO. */
  recipient: string | null
  created_at: string
  next_attempt_at: string
  /** Attempts started, including the present one. */
  attempts: number
  hold: Hold | null
  claimed_at: string | null
  sent_at: string | null
  /** Id of the message whose Message-ID the e-mail had that combined several; null if it was sent alone. */
  sent_with: number | null
  failed_at: string | null
  failure: Failure | null
  last_error: string | null
  /** Id of the letter that it belongs to; null for other messages. */
  letter: number | null
}

/** Messages sent as one e-mail; usually only one. */
export interface Dispatch {
  /** Oldest first. */
  messages: [Message, ...Message[]]
  /** True for an e-mail written for several messages, even if only one is left. */
  together: boolean
}

/**
 * Returns the newest message of a dispatch, whose Message-ID its e-mail has: after a failure others may have joined, and
 * a mail program must not take the longer e-mail for a duplicate.
 */
export function newestOf({ messages }: Dispatch): Message {
  return messages.at(-1) ?? messages[0]
}

/** Describes the state of a message in French. */
export function messageState({ sent_at, failure, hold }: Message, now: Date): string {
  if (sent_at) return `parti ${relativeTimeInParis(sent_at, now)}`
  if (failure) return 'pas remis'
  return hold ? 'retenu' : 'attend son tour'
}
