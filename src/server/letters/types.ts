import type { Finding } from '../../check/finding.ts'

/** An error or advice about a line of a letter. */
export type LetterFinding = Pick<Finding, 'line' | 'what' | 'mend'>

/** Progress of a letter. */
export interface LetterFigures {
  /** Addresses counted when it was sent. */
  recipients: number
  /** Accepted by the mail server. */
  sent: number
  /** Not yet sent. */
  waiting: number
  /** Rejected by the mail server, or given up after five days. */
  failed: number
  /** Unsubscribed or removed meanwhile, or not sent because of a stop. */
  dropped: number
  /** Of those sent or waiting: interrupted while being sent, and retried with the same Message-ID. */
  uncertain: number
}

/** A letter sent or being sent; times are UTC ISO text. */
export interface LetterSummary extends LetterFigures {
  id: number
  list: string
  subject: string
  state: 'going' | 'finished' | 'stopped'
  createdAt: string
  /** When nothing was left to send; null before, and for a stopped letter. */
  finishedAt: string | null
  stoppedAt: string | null
  /** Id of the stopped letter that it continues. */
  restOf: number | null
}

/** Result of `send`. */
export type Sending =
  /** Nothing is sent until the errors are fixed. */
  | { done: 'refused'; findings: LetterFinding[] }
  /** No address of the list may get it. */
  | { done: 'nobody' }
  /** The id of the letter. `before`: this text was already sent to this list, and nothing new is sent. */
  | { done: 'queued' | 'before'; id: number }
