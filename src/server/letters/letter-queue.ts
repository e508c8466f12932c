import type { Form } from '../../forms/form.ts'
import { type FormName, formNamed } from '../../forms/index.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { nextRecipients } from '../leads/lists/sign-ups.ts'
import type { UnsubscribeLink } from '../leads/lists/unsubscribe-links.ts'
import { PENDING } from '../outbox/conditions.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Objections } from '../people/objections.ts'
import { countQueued, type LetterRow, lettersBefore } from './letter-rows.ts'

/** So many messages of a letter are put into the outbox at once, in a transaction that other processes hardly notice. */
const BATCH = 20

type Going = Pick<LetterRow, 'id' | 'list' | 'createdAt' | 'queuedTo' | 'firstReaders' | 'restOf'>

export type LetterQueue = ReturnType<typeof createLetterQueue>

/**
 * Brings letters into the outbox while the site runs. A letter is queued a few messages at a time, each batch in one transaction with its place in the list: the outbox stays
 * small, whoever unsubscribes meanwhile is left out, and a process that dies goes on where it was.
 * @param unsubscribeLink stores the links of a batch in its transaction, so that no message waits for the disk for its own
 */
export function createLetterQueue(
  db: Database,
  outbox: Outbox,
  objections: Objections,
  unsubscribeLink: UnsubscribeLink,
  clock: Clock,
) {
  const due = db.prepare<[string]>(
    `SELECT 1 FROM outbox WHERE kind = 'letter' AND claimed_at IS NULL AND next_attempt_at <= ?
     AND ${PENDING} LIMIT 1`,
  )
  const going = db.prepare<[], Going>(
    `SELECT id, list, created_at AS createdAt, queued_to AS queuedTo, first_readers AS firstReaders,
            rest_of AS restOf FROM letters
     WHERE finished_at IS NULL AND stopped_at IS NULL ORDER BY id`,
  )
  const advance = db.prepare('UPDATE letters SET queued_to = ? WHERE id = ?')
  const finish = db.prepare(
    `UPDATE letters SET finished_at = @now WHERE id = @id AND NOT EXISTS (
       SELECT 1 FROM outbox WHERE kind = 'letter' AND letter = @id AND ${PENDING})`,
  )

  const queueBatch = db.transaction((letter: Going, form: Form): boolean => {
    const queued = letter.firstReaders === null ? 0 : countQueued(db, letter.id)
    const except = lettersBefore(db, form, letter.restOf, letter.id)
    const recipients = nextRecipients(db, form, { ...letter, queued, except }, BATCH)
    for (const { reference, email } of recipients) {
      if (objections.has(email)) continue
      unsubscribeLink({ form: form.name as FormName, reference })
      outbox.add({ kind: 'letter', form: form.name, reference, recipient: email, letter: letter.id })
    }
    const last = recipients.at(-1)
    if (last) advance.run(last.id, letter.id)
    else finish.run({ id: letter.id, now: clock().toISOString() })
    return last !== undefined
  })

  return {
    /**
     * Queues the next messages of the oldest letter that is going, unless some are due already, and notes when a letter
     * is finished. A message that is being sent is not due: where its process was killed, the letter goes on without it
     * until its lease is over. Returns true when something was queued.
     */
    queueNext() {
      // A letter that went past everybody would be at its end.
      if (due.get(clock().toISOString()) || !objections.areKnown()) return false
      return going.all().some((letter) => {
        const form = formNamed(letter.list)
        return form !== undefined && queueBatch.immediate(letter, form)
      })
    },
  }
}
