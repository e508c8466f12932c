import type { Envelope } from '../../../forms/envelope.ts'
import type { Form, Values } from '../../../forms/form.ts'
import type { Notices } from '../../../forms/notice.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { isUniqueViolation } from '../../database/database-error.ts'
import { writeFact } from '../../database/small-facts.ts'
import type { QueueMessage } from '../lead-mail.ts'
import { findLead, leadsOf, releaseLead, setAnswers } from '../leads.ts'
import { forgetConfirmLinks, recordConsent } from '../lists/consent.ts'
import { noteReturn, SERVED } from '../lists/sign-ups.ts'
import { newReference, SAME_CONTENT_MS, submissionKeys } from './row-keys.ts'

export interface Stored {
  reference: string
  /** When the row was created, UTC ISO 8601. */
  createdAt: string
  /** False when the same submission was stored before; always true on a mailing list. */
  fresh: boolean
}

export type Store = ReturnType<typeof createStore>

/** Maximum number of attempts to store a submission if its reference is taken. */
const TRIES_MAX = 3

/** Submission to store, with the IP address of the visitor. */
interface Submission {
  form: Form
  values: Values
  envelope: Envelope
  address: string | undefined
}

/** A lead that was stored before. */
type EarlierLead = Omit<Stored, 'fresh'>
const EARLIER = 'reference, created_at AS createdAt'

type Statements = ReturnType<typeof prepareStatements>

/**
 * Creates the store, which writes a submission to `leads` and to the table of its form, and queues its messages in
 * the same transaction.
 */
export function createStore(db: Database, notices: Notices, clock: Clock, queue?: QueueMessage) {
  const now = () => clock().toISOString()
  recordNotices(db, notices, now())
  const findNotice = db.prepare<[string, string]>('SELECT 1 FROM notices WHERE version = ? AND form = ?')
  const findByKey = db.prepare<[string], EarlierLead>(`SELECT ${EARLIER} FROM leads WHERE submission_key = ?`)
  const insertLead = db.prepare(
    `INSERT INTO leads (reference, form, created_at, submission_key, notice_version, page, suspected_spam, waiting_since)
     VALUES (@reference, @form, @created_at, @submission_key, @notice_version, @page, @suspected_spam, @waiting_since)
     ON CONFLICT (submission_key) DO NOTHING`,
  )
  // A sign-up that starts again gets a new id, because letters are queued by id and others have waited longer.
  const startAnew = db.prepare(
    `UPDATE leads SET id = (SELECT max(id) + 1 FROM leads), created_at = ?, notice_version = ?, page = ?
     WHERE reference = ?`,
  )

  // Prepared once for each form, because statements occupy memory of SQLite until they are garbage-collected.
  const prepared = new Map<string, Statements>()
  function statementsOf(form: Form): Statements {
    const statements = prepared.get(form.name) ?? prepareStatements(db, form)
    prepared.set(form.name, statements)
    return statements
  }

  function addOnce(submission: Submission): Stored {
    const { form, values, envelope } = submission
    const at = clock()
    const [key, previousKey] = submissionKeys(form.prefix, values, envelope.submissionKey, at.getTime())
    if (form.isList) return addToList(submission, key, at)
    const earlier = previousKey && findByKey.get(previousKey)
    if (earlier && at.getTime() - Date.parse(earlier.createdAt) < SAME_CONTENT_MS) return { ...earlier, fresh: false }
    return insert(submission, key, at) ?? { ...(findByKey.get(key) as EarlierLead), fresh: false }
  }

  /** Stores a sign-up. A known address gets the same response as a new one, so that the response does not reveal it. */
  function addToList(submission: Submission, key: string, at: Date): Stored {
    const { form, values } = submission
    // Written in both cases, because a known address may need no other write and the response time would reveal it.
    writeFact(db, 'health', at.toISOString())
    const earlier = findByKey.get(key) ?? statementsOf(form).findByEmail.get(values.email)
    if (!earlier) return insert(submission, key, at) as Stored
    repeatSignUp(submission, earlier.reference)
    return { ...earlier, fresh: true }
  }

  /** Inserts a lead and queues its e-mails. Returns undefined when one with this submission key exists. */
  function insert(submission: Submission, key: string, at: Date): Stored | undefined {
    const { form, values, envelope, address } = submission
    const lead = {
      reference: newReference(form),
      form: form.name,
      created_at: at.toISOString(),
      submission_key: key,
      notice_version: noticeVersion(form, envelope),
      page: envelope.page ?? null,
      suspected_spam: Number(envelope.suspectedSpam),
      // The entry of a list waits for nothing.
      waiting_since: form.isList ? null : at.toISOString(),
    }
    if (insertLead.run(lead).changes === 0) return undefined
    const { reference } = lead
    statementsOf(form).insertAnswers.run({ ...values, reference })
    const announced = { form, reference, email: String(values.email), suspected: envelope.suspectedSpam, address }
    if (form.isList) {
      recordConsent(db, reference, 'asked', lead.created_at)
      queue?.('confirmation', announced)
    } else {
      queue?.('lead', announced)
      queue?.(form.isWithdrawal ? 'withdrawal' : 'acknowledgement', announced)
    }
    return { reference, createdAt: lead.created_at, fresh: true }
  }

  /**
   * Handles another sign-up with a known address of a list. An unconfirmed one gets its confirmation request again.
   * One that was unsubscribed or served starts again, because its row is about to be purged. One that was suspected
   * spam is released.
   */
  function repeatSignUp({ form, envelope, address }: Submission, reference: string): void {
    if (envelope.suspectedSpam) return
    const lead = findLead(db, reference)
    if (!lead) return
    const { email, confirmed_at, unsubscribed_at, suspected_spam } = lead
    const hasEnded = unsubscribed_at !== null || statementsOf(form).findServed?.get(reference) !== undefined
    if (confirmed_at && !hasEnded) {
      noteReturn(db, form, reference, now())
      // The page asks every visitor to open an e-mail, so a confirmed address needs one too.
      queue?.('welcome', { form, reference, email, address })
      return
    }
    if (hasEnded) {
      setAnswers(db, form, reference, 'unsubscribed_at = NULL, confirmed_at = NULL, asked_at = NULL')
      forgetConfirmLinks(db, reference)
      startAnew.run(now(), noticeVersion(form, envelope), envelope.page ?? null, reference)
      recordConsent(db, reference, 'asked', now())
    }
    // Before releaseLead, so that a held request is replaced by this one instead of being sent as well.
    queue?.('confirmation', { form, reference, email, address, force: hasEnded })
    if (suspected_spam) releaseLead(db, reference)
  }

  /** Returns the version of the notice that the visitor saw if it is known, otherwise the current one. */
  function noticeVersion(form: Form, { noticeVersion: seen }: Envelope): string | null {
    const present = notices[form.name]?.version ?? null
    if (!seen || seen === present) return present
    return findNotice.get(seen, form.name) ? seen : present
  }

  const addInTransaction = db.transaction(addOnce)

  return {
    /**
     * Stores a submission once, in its own transaction or the caller's. Throws the error of SQLite if that fails.
     * @param address IP address of the visitor, for the limits of e-mail; not stored
     */
    add(form: Form, values: Values, envelope: Envelope, address?: string): Stored {
      const submission = { form, values, envelope, address }
      for (let tries = 1; ; tries++) {
        try {
          return db.inTransaction ? addOnce(submission) : addInTransaction.immediate(submission)
        } catch (error) {
          if (tries === TRIES_MAX || !isUniqueViolation(error, 'reference')) throw error
        }
      }
    },
  }
}

function prepareStatements(db: Database, form: Form) {
  const { table, fields, processing } = form
  const names = ['reference', ...Object.keys(fields)]
  return {
    insertAnswers: db.prepare(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
    ),
    findByEmail: db.prepare<[unknown], EarlierLead>(`SELECT ${EARLIER} FROM ${leadsOf(form)} WHERE email = ?`),
    findServed: processing.endsWithLetter
      ? db.prepare<[string]>(`SELECT 1 FROM ${leadsOf(form)} WHERE reference = ? AND ${SERVED}`)
      : undefined,
  }
}

function recordNotices(db: Database, notices: Notices, now: string): void {
  const insert = db.prepare('INSERT INTO notices VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
  db.transaction(() => {
    for (const [form, { version, text }] of Object.entries(notices)) insert.run(version, form, text, now)
  })()
}
