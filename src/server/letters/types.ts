import type { Trial } from '../messages/trial.ts'
import type { MailPicture } from '../outbox/mail.ts'
import type { Drafts } from './drafts.ts'
import type { Unreached } from './letter-rows.ts'

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

/** Something to say of a place in a letter; both sentences are French. */
export interface LetterFinding {
  /** From 1. */
  line: number
  what: string
  mend: string
}

/** A letter as it would go now. */
export interface CheckedLetter {
  list: string
  /** What stops the letter; empty for one that can be sent. */
  findings: LetterFinding[]
  /** What could be said better; stops nothing. */
  advice: LetterFinding[]
  /** How many addresses would get it. */
  recipients: number
  /** How many more are waiting for it, and stay: of the waiting list, where it is for the first ones alone. */
  staying: number
  subject: string
  /** The plain text of the e-mail. */
  text: string
  /** The HTML of the e-mail, a whole document; its pictures are data: addresses, so that it can be shown by itself. */
  html: string
  /** The number under which the same text has been sent to this list already. */
  sentAs?: number
}

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

/** The same with what was sent. */
export interface SentLetter extends LetterSummary {
  /** The Markdown file. */
  source: string
  text: string
  /** As in CheckedLetter. */
  html: string
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

/** The verbs of letters to the lists. Command and desk call the same ones; arguments and results are plain data. */
export interface Letters {
  /** Names of the lists that letters can go to. */
  lists: readonly string[]
  /** Reads a draft, counts its recipients and shows it as it would arrive. */
  check(draft: LetterDraft): Promise<CheckedLetter>
  /**
   * Sends the letter to one address, at once and without noting it anywhere; undefined where e-mail is not configured.
   * A letter with findings is sent too, so that they can be looked at.
   */
  test(draft: LetterDraft, address: string): Promise<Trial | undefined>
  /** Gives the letter to the outbox, for every confirmed address of its list; the running site sends it. */
  send(draft: LetterDraft): Promise<Sending>
  /** Every letter, the newest first. */
  list(): LetterSummary[]
  show(id: number): SentLetter | undefined
  /** Ends what has not gone. False when there is no such letter or nothing is left to stop. */
  stop(id: number): boolean
  /** The pictures that a letter carries. */
  pictures(id: number): MailPicture[]
  /** Whom a letter could not reach, with what the mail server said. */
  unreached(id: number): Unreached[]
  /** Takes somebody whom a letter could not reach off its list; false where there is no such person. */
  takeOff(id: number, reference: string): boolean
  /** Keeps a letter as a draft that goes at an instant, UTC ISO text, with the photographs that lie beside its file. */
  keepForLater(draft: LetterDraft, at: string): Promise<void>
  /** Descriptions of the site's pictures, by the names that letters call them by. */
  sitePictures(): Readonly<Record<string, string>>
  /** A picture of the site, small, for choosing it; undefined for a name that none has. */
  thumbnail(name: string): Promise<Buffer | undefined>
  /** Keeps a photograph with a draft, cut to size; gives its name, or a French sentence that says why it cannot be used. */
  addPhoto(draft: number, bytes: Uint8Array): Promise<{ name: string } | { problem: string }>
  /** The number of the letter that a draft became; undefined where it became none. */
  sentFrom(draft: number): number | undefined
  /** The letters that are being written. */
  drafts: Drafts
  /** Sends the drafts whose hour has come; one that cannot be sent is kept, without its hour and with the reason. */
  sendDue(): Promise<void>
}
