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

const HOLDS: Readonly<Record<Hold, string>> = {
  suspected: 'retenu : envoi suspect',
  mailbox: 'retenu : cette boîte a reçu sa part du jour',
  network: 'retenu : trop de messages demandés d’un même réseau',
}
const FAILURES: Readonly<Record<Failure, string>> = {
  refused: 'refusé',
  expired: 'abandonné',
  restored: 'arrêté par la restauration',
  returned: 'revenu',
  unknown: 'coupé en chemin',
}

/** Describes the state of a message in French. @param sendsEmail false if no SMTP server is configured */
export function messageState(message: Message, sendsEmail: boolean, now: Date): string {
  const { sent_at, failure, hold, claimed_at, attempts, next_attempt_at } = message
  const at = (iso: string) => relativeTimeInParis(iso, now)
  if (sent_at) return `parti ${at(sent_at)}`
  if (failure) return FAILURES[failure]
  if (hold) return HOLDS[hold]
  if (claimed_at) return 'part en ce moment'
  if (!sendsEmail) return 'attend que le site envoie des e-mails'
  return attempts > 0 && next_attempt_at > now.toISOString() ? `nouvel essai ${at(next_attempt_at)}` : 'attend son tour'
}
