import { formNamed, type NamedForm } from '../../../forms/index.ts'
import { before, type Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { UnsubscribeLink } from '../../leads/lists/consent.ts'
import { nextRecipients } from '../../leads/lists/sign-ups.ts'
import type { Objections } from '../../people/objections.ts'
import { PENDING } from '../message.ts'
import { LEASE_MS } from '../order.ts'
import type { Outbox } from '../outbox.ts'
import { countQueued, LETTER_COLUMNS, type LetterRow, lettersBefore } from './letter-rows.ts'

/** Messages of a letter queued at once; short transactions, so that other processes do not have to wait. */
const BATCH = 20

/**
 * Returns a function that queues the next messages of the oldest letter in progress, unless some are due already, and
 * marks finished letters; it returns true if it queued something. Each small batch is one transaction with its position
 * in the list: the outbox stays small, recipients who unsubscribe meanwhile are skipped, and a restarted process
 * continues there. A message being sent is not due: if its process was killed, the letter continues without it until its
 * claim expires.
 * @param unsubscribeLink stores the links of a batch in its transaction, to save a disk write per message
 */
export function createLetterQueue(
  db: Database,
  outbox: Outbox,
  objections: Objections,
  unsubscribeLink: UnsubscribeLink,
  clock: Clock,
): () => boolean {
  const due = db.prepare<[string]>(
    `SELECT 1 FROM outbox WHERE kind = 'letter' AND claimed_at IS NULL AND next_attempt_at <= ?
     AND ${PENDING} LIMIT 1`,
  )
  const lettersInProgress = db.prepare<[], LetterRow>(
    `SELECT ${LETTER_COLUMNS} FROM letters WHERE finished_at IS NULL AND stopped_at IS NULL ORDER BY id`,
  )
  const advance = db.prepare('UPDATE letters SET queued_to = ? WHERE id = ?')
  const finish = db.prepare(
    `UPDATE letters SET finished_at = @now WHERE id = @id AND NOT EXISTS (
       SELECT 1 FROM outbox WHERE kind = 'letter' AND letter = @id AND ${PENDING})`,
  )

  const cutOff = db.prepare(
    "SELECT 1 FROM outbox WHERE kind = 'letter' AND claimed_at NOT BETWEEN @lease AND @now AND failed_at IS NULL AND sent_at IS NULL",
  )
  // Their process died while it sent them.
  const settle = db.prepare(
    `UPDATE outbox SET claimed_at = NULL, failed_at = @now, failure = 'unknown', uncertain = 1 WHERE kind = 'letter'
       AND claimed_at NOT BETWEEN @lease AND @now AND failed_at IS NULL AND sent_at IS NULL`,
  )

  const queueBatch = db.transaction((letter: LetterRow, form: NamedForm): boolean => {
    const queued = letter.firstReaders === null ? 0 : countQueued(db, letter.id)
    const except = lettersBefore(db, form, letter.restOf, letter.id)
    const recipients = nextRecipients(db, form, { ...letter, queued, except }, BATCH)
    for (const { reference, email } of recipients) {
      if (objections.has(email)) continue
      unsubscribeLink({ form: form.name, reference })
      outbox.add({ kind: 'letter', form: form.name, reference, recipient: email, letter: letter.id })
    }
    const last = recipients.at(-1)
    if (last) advance.run(last.id, letter.id)
    else finish.run({ id: letter.id, now: clock().toISOString() })
    return last !== undefined
  })

  return () => {
    const times = { now: clock().toISOString(), lease: before(clock(), LEASE_MS) }
    if (cutOff.get(times)) settle.run(times)
    // With unknown objections every recipient would be skipped, and the letter would end.
    if (due.get(clock().toISOString()) || !objections.isReadable()) return false
    return lettersInProgress.all().some((letter) => {
      const form = formNamed(letter.list)
      return form !== undefined && queueBatch.immediate(letter, form)
    })
  }
}
