import type { Finding } from '../../check/finding.ts'
import type { MailPicture } from '../outbox/mail.ts'

/** A letter that somebody writes: the text of a Markdown file with `objet:` in its head. */
export interface LetterDraft {
  /** Name of the form whose confirmed addresses get it: `newsletter` or `waitlist`. */
  list: string
  /** The whole file, head included. */
  text: string
  /** Folder of the file, where pictures of its own lie; none for a letter that was typed. */
  folder?: string
  /** Photographs that are kept with the draft. */
  photos?: readonly MailPicture[]
  /** It is for so many of those who signed up first; for all where it is missing. */
  firstReaders?: number | null
  /** It is for those whom this stopped letter has not reached; for all where it is missing. */
  restOf?: number | null
  /** Number of the draft that it is, which ends as it is sent. */
  draft?: number
}

/** Something to say of a place in a letter. */
export type LetterFinding = Pick<Finding, 'line' | 'what' | 'mend'>

/** How far a letter is. */
export interface LetterFigures {
  /** Addresses that it was meant for when it was sent. */
  recipients: number
  /** Taken by the mail server. */
  sent: number
  /** Still to go. */
  waiting: number
  /** Refused by the mail server, or given up after five days. */
  failed: number
  /** Those that left since, and what a stop kept from going. */
  dropped: number
  /** Of those sent or waiting: interrupted while they went, and tried again under the same Message-ID. */
  uncertain: number
}

/** A letter that was sent, or is being sent; times are UTC ISO text. */
export interface LetterSummary extends LetterFigures {
  id: number
  list: string
  subject: string
  state: 'going' | 'finished' | 'stopped'
  createdAt: string
  /** When nothing was left to send; null before, and for one that was stopped. */
  finishedAt: string | null
  stoppedAt: string | null
  /** The stopped letter that it goes on with. */
  restOf: number | null
}

/** What became of a call of `send`. */
export type Sending =
  /** Nothing is sent before the mistakes are mended. */
  | { done: 'refused'; findings: LetterFinding[] }
  /** No address of the list may be written to. */
  | { done: 'nobody' }
  /** The same text went to this list before: nothing new is sent. */
  | { done: 'before'; letter: LetterSummary }
  | { done: 'queued'; letter: LetterSummary }
