import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { pluck } from '../database/pluck.ts'
import { PENDING } from './conditions.ts'
import { mailboxOf } from './mailbox.ts'
import type { Policy } from './policy.ts'

/** A message of the queue, whose e-mail is written when it goes. */
export interface Message {
  id: number
  /** Header Message-ID without brackets, the same at every attempt. */
  messageId: string
  kind: string
  /** Name of the form. */
  form: string
  /** The lead that it is about, or what else it is about. */
  reference: string
  /** Null for the house. */
  recipient: string | null
  /** Attempts begun, this one included. */
  attempts: number
  /** UTC ISO text. */
  createdAt: string
  /** Number of the letter to a list that it is one of; null for any other message. */
  letter: number | null
}

/** Messages that leave as one e-mail; one alone most of the time. */
export interface Dispatch {
  messages: [Message, ...Message[]]
  /** True for an e-mail about several, even where it turned out to be about one. */
  together: boolean
}

/**
 * The Message-ID of a dispatch. Several that go together have that of the newest: when others have joined them after a
 * failure, a mail program must not take the longer e-mail for the shorter one.
 */
export function messageIdOf({ messages, together }: Dispatch): string {
  const newest = messages.reduce((a, b) => (b.id > a.id ? b : a))
  return together ? newest.messageId : messages[0].messageId
}

/** A message to be queued. It is about a lead, with which it is deleted, or about something else. */
export interface NewMessage {
  kind: string
  /** Name of the lead's form, which says whose addresses of the house are meant; 'bureau' for what is about no lead. */
  form: string
  reference?: string
  /** What it is about where it is about no lead: the page that a link leads to, a day. */
  about?: string
  /** Null for the house. */
  recipient: string | null
  /** True while the submission is suspected: nothing goes to anyone. */
  suspected?: boolean
  /** Address of the visitor's connection, where it is known. */
  address?: string | undefined
  /** It does not go before; so that it can be taken back. */
  notBefore?: Date
  /** Number of the letter to a list, for the messages of one alone. */
  letter?: number
}

/** The mail server as it was last seen. */
export interface ServerState {
  /** Failures in a row that concern every message. */
  failures: number
  /** Nothing is tried before, UTC ISO text; null while it works. */
  pausedUntil: string | null
  lastError: string | null
}

const ERROR_MAX = 300
const IDS = 'id IN (SELECT value FROM json_each(@ids))'

export type Outbox = ReturnType<typeof createOutbox>

/**
 * E-mails that wait, in the database, so that they are written and kept with what they speak of.
 * @param newMessageId gives a Message-ID that was never used
 */
export function createOutbox(db: Database, clock: Clock, policy: Policy, newMessageId: () => string) {
  const now = () => clock().toISOString()
  const insert = db.prepare(
    `INSERT INTO outbox (message_id, kind, form, reference, about, recipient, mailbox, created_at, next_attempt_at, hold, slow, network, letter)
     VALUES (@messageId, @kind, @form, @reference, @about, @recipient, @mailbox, @now, @due, @hold, @slow, @network, @letter)`,
  )
  const recent = db.prepare(
    `SELECT 1 FROM outbox WHERE kind = ? AND reference = ? AND recipient = ? AND created_at > ?
        AND created_at <= ? AND hold IS NULL AND failed_at IS NULL LIMIT 1`,
  )
  const takeBack = db.prepare('DELETE FROM outbox WHERE message_id = ? AND sent_at IS NULL AND claimed_at IS NULL')
  const dropHeld = db.prepare('DELETE FROM outbox WHERE kind = ? AND reference = ? AND hold IS NOT NULL')
  // What is still claimed here was being sent by a process that died: it may have arrived.
  const claim = db.prepare<[{ now: string; ids: string }], Message>(
    `UPDATE outbox SET uncertain = iif(claimed_at IS NULL, uncertain, 1), claimed_at = @now, attempts = attempts + 1
     WHERE ${IDS}
     RETURNING id, message_id AS messageId, kind, form, coalesce(reference, about) AS reference, recipient, attempts, created_at AS createdAt, letter`,
  )
  const sent = db.prepare(
    `UPDATE outbox SET sent_at = @now, sent_with = @first, claimed_at = NULL, network = NULL, last_error = @error WHERE ${IDS}`,
  )
  const postpone = db.prepare(
    `UPDATE outbox SET claimed_at = NULL, next_attempt_at = @until, last_error = @error, uncertain = max(uncertain, @uncertain)
     WHERE ${IDS} AND sent_at IS NULL`,
  )
  const drop = db.prepare(`DELETE FROM outbox WHERE ${IDS} AND sent_at IS NULL`)
  const fail = db.prepare(
    `UPDATE outbox SET claimed_at = NULL, network = NULL, failed_at = @now, failure = @failure, last_error = @error WHERE ${IDS}`,
  )
  const release = db.prepare(`UPDATE outbox SET claimed_at = NULL, attempts = attempts - 1 WHERE ${IDS}`)
  const setServer = db.prepare(
    'UPDATE mail_server SET failures = @failures, paused_until = @pausedUntil, last_error = @lastError',
  )
  const server = db.prepare<[], ServerState>(
    'SELECT failures, paused_until AS pausedUntil, last_error AS lastError FROM mail_server',
  )
  const waiting = pluck<number>(db, `SELECT count(*) FROM outbox WHERE letter IS NULL AND ${PENDING}`)

  function claimNext(): Dispatch | undefined {
    // Choosing reads only, so that the write lock is free while there is nothing to send.
    const choice = policy.choose()
    if (!choice) return undefined
    policy.took(choice)
    const claimed = new Map(
      claim.all({ now: now(), ids: JSON.stringify(choice.ids) }).map((message) => [message.id, message]),
    )
    const [first, ...others] = choice.ids.flatMap((id) => claimed.get(id) ?? [])
    return first && { messages: [first, ...others], together: choice.together }
  }

  const idsOf = ({ messages }: Dispatch) => JSON.stringify(messages.map(({ id }) => id))

  return {
    /** Queues a message inside the caller's transaction, as the policy has it. Returns its number. */
    add({ suspected = false, address, letter, notBefore, ...message }: NewMessage): number {
      const { hold, slow, network } = policy.admit({ ...message, suspected, address })
      const { lastInsertRowid } = insert.run({
        reference: null,
        about: null,
        ...message,
        messageId: newMessageId(),
        mailbox: message.recipient === null ? null : mailboxOf(message.recipient),
        now: now(),
        due: notBefore?.toISOString() ?? now(),
        hold,
        slow: Number(slow),
        network,
        letter: letter ?? null,
      })
      return Number(lastInsertRowid)
    },
    /** Takes a message back that nobody has begun to send; false when it is too late. */
    takeBack: (messageId: string) => takeBack.run(messageId).changes > 0,
    /** True when such a message to this address was queued since the time given, and is neither held nor given up. */
    recently: (kind: string, reference: string, recipient: string, since: Date) =>
      recent.get(kind, reference, recipient, since.toISOString(), now()) !== undefined,
    /** Forgets what is held for a reference, before it is asked anew. */
    dropHeld(kind: string, reference: string): void {
      dropHeld.run(kind, reference)
    },
    /** Takes what the policy lets go next; nobody else gets it before the lease is over. */
    claim: claimNext,
    /**
     * Notes that a dispatch went, and takes the next one in the same commit if asked to: a long list waits for the disk
     * once a message. Returns what it took.
     * @param remark what the mail server refused of the dispatch; '' for nothing
     */
    sent: db.transaction((dispatch: Dispatch, remark = '', claimsNext = false) => {
      const first = dispatch.together ? dispatch.messages[0].id : null
      sent.run({ ids: idsOf(dispatch), now: now(), first, error: remark.slice(0, ERROR_MAX) || null })
      return claimsNext ? claimNext() : undefined
    }),
    /**
     * Puts a dispatch back, to be tried again at a later time.
     * @param uncertain true where it may have arrived all the same
     */
    postpone(dispatch: Dispatch, until: Date, error: string, uncertain = false): void {
      postpone.run({
        ids: idsOf(dispatch),
        until: until.toISOString(),
        error: error.slice(0, ERROR_MAX),
        uncertain: Number(uncertain),
      })
    },
    /** Removes a dispatch that there is nothing to write of any more. */
    drop(dispatch: Dispatch): void {
      drop.run({ ids: idsOf(dispatch) })
    },
    /** Ends the attempts. */
    fail(dispatch: Dispatch, failure: 'refused' | 'expired', error: string): void {
      fail.run({ ids: idsOf(dispatch), now: now(), failure, error: error.slice(0, ERROR_MAX) })
    },
    /** Puts a dispatch back as if it had not been tried, because the mail server fails for every message. */
    pause: db.transaction((dispatch: Dispatch, { lastError, ...state }: ServerState) => {
      release.run({ ids: idsOf(dispatch) })
      setServer.run({ ...state, lastError: lastError?.slice(0, ERROR_MAX) ?? null })
    }),
    /** Notes that the mail server works. */
    resume(): void {
      setServer.run({ failures: 0, pausedUntil: null, lastError: null })
    },
    server: () => server.get() ?? { failures: 0, pausedUntil: null, lastError: null },
    /** Messages that are due or will be, those of letters left out: they are queued only while nothing else waits. */
    waiting: () => waiting.get() ?? 0,
  }
}
