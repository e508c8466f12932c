import type { Envelope } from '../../../forms/envelope.ts'
import type { Form, Values } from '../../../forms/form.ts'
import type { Notices } from '../../../forms/notice.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { isUniqueViolation } from '../../database/sqlite-error.ts'
import { findLead, type Lead, leadsOf, releaseLead, setAnswers } from '../leads.ts'
import { forgetConfirmLinks, recordConsent } from '../lists/consent.ts'
import { noteReturn, SERVED } from '../lists/sign-ups.ts'
import { forgetWords } from '../search.ts'
import type { Announcer } from './announcer.ts'
import { newReference } from './reference.ts'
import { SAME_CONTENT_MS, submissionKeys } from './submission-key.ts'

export interface Stored {
  reference: string
  /** When the row was created, UTC ISO 8601. */
  createdAt: string
  /** False when the same submission was stored before; always true on a mailing list. */
  fresh: boolean
}

export type Store = ReturnType<typeof createStore>

/** How often a submission is tried when its reference is taken. */
const TRIES_MAX = 3

/** What is to be stored, and where it came from. */
interface Submission {
  form: Form
  values: Values
  envelope: Envelope
  address: string | undefined
}

/** A lead that was stored before. */
type EarlierLead = Pick<Lead, 'reference' | 'created_at'>

type Statements = ReturnType<typeof prepareStatements>

/**
 * Makes the store, which writes a submission into `leads` and into the table of its form.
 * @param listener told of what is stored, in its transaction
 */
export function createStore(db: Database, notices: Notices, clock: Clock, listener?: Announcer) {
  const now = () => clock().toISOString()
  recordNotices(db, notices, now())
  const findNotice = db.prepare<[string, string]>('SELECT 1 FROM notices WHERE version = ? AND form = ?')
  const writeHealth = db.prepare<[string]>(
    'INSERT INTO health VALUES (1, ?) ON CONFLICT DO UPDATE SET checked_at = excluded.checked_at',
  )

  const findByKey = db.prepare<[unknown], EarlierLead>(
    'SELECT reference, created_at FROM leads WHERE submission_key = ?',
  )
  const insertLead = db.prepare(
    `INSERT INTO leads (reference, form, created_at, submission_key, notice_version, page, suspected_spam)
     VALUES (@reference, @form, @created_at, @submission_key, @notice_version, @page, @suspected_spam)
     ON CONFLICT (submission_key) DO NOTHING`,
  )
  // Letters are queued by number: whoever left and comes back is served after those who waited.
  const startAnew = db.prepare(
    `UPDATE leads SET id = (SELECT max(id) + 1 FROM leads), created_at = ?, notice_version = ?, page = ?
     WHERE reference = ?`,
  )

  // Prepared once for each form: statements hold memory of SQLite until they are collected.
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
    if (form.uniqueBy) return addToList(submission, key, at)
    const earlier = previousKey && findByKey.get(previousKey)
    if (earlier && at.getTime() - Date.parse(earlier.created_at) < SAME_CONTENT_MS) return toStored(earlier, false)
    return insert(submission, key, at) ?? toStored(findByKey.get(key) as EarlierLead, false)
  }

  /** Stores a sign-up. An address that is there already gets the same answer as a new one, so that nobody learns of it. */
  function addToList(submission: Submission, key: string, at: Date): Stored {
    const { form, values } = submission
    // A known address may need no other write. This one makes both cases wait for the disk, so that the time of the
    // answer does not tell them apart.
    writeHealth.run(at.toISOString())
    const { findUnique } = statementsOf(form)
    const earlier = findByKey.get(key) ?? findUnique?.get(values[form.uniqueBy as string])
    if (!earlier) return insert(submission, key, at) as Stored
    renewSignUp(submission, earlier.reference)
    return toStored(earlier, true)
  }

  /** Inserts a lead and queues its e-mails. Returns undefined when one with this submission key exists. */
  function insert(submission: Submission, key: string, at: Date): Stored | undefined {
    const { form, values, envelope, address } = submission
    const lead = {
      reference: newReference(form, at.getTime()),
      form: form.name,
      created_at: at.toISOString(),
      submission_key: key,
      notice_version: noticeVersion(form, envelope),
      page: envelope.page ?? null,
      suspected_spam: Number(envelope.suspectedSpam),
    }
    if (insertLead.run(lead).changes === 0) return undefined
    const { reference } = lead
    statementsOf(form).insertAnswers.run({ ...values, reference })
    if (form.uniqueBy) recordConsent(db, reference, 'asked', lead.created_at)
    listener?.submitted({ form, reference, email: String(values.email), suspected: envelope.suspectedSpam, address })
    return toStored(lead, true)
  }

  /**
   * Treats a second sign-up with an address of a list. One that is not confirmed gets its confirmation e-mail again; one
   * that was unsubscribed or served starts anew, because its row is about to be purged; one that was suspected spam is
   * suspected no more.
   */
  function renewSignUp({ form, envelope, address }: Submission, reference: string): void {
    if (envelope.suspectedSpam) return
    const lead = findLead(db, reference)
    if (!lead) return
    const { id, email, confirmed_at, unsubscribed_at, suspected_spam } = lead
    const hasEnded = unsubscribed_at !== null || statementsOf(form).findServed?.get(reference) !== undefined
    if (confirmed_at && !hasEnded) {
      noteReturn(db, form, reference, now())
      // The page tells everyone to open an e-mail, so that there must be one for whoever is on the list too.
      listener?.confirmed({ form, reference, email, address })
      return
    }
    if (hasEnded) {
      setAnswers(db, form, reference, 'unsubscribed_at = NULL, confirmed_at = NULL, asked_at = NULL')
      forgetConfirmLinks(db, reference)
      forgetWords(db, id)
      startAnew.run(now(), noticeVersion(form, envelope), envelope.page ?? null, reference)
      recordConsent(db, reference, 'asked', now())
    }
    // Before the release: a request that is still held is replaced by this one, not sent beside it.
    listener?.askedAgain({ form, reference, email, address, anew: hasEnded })
    if (suspected_spam) releaseLead(db, reference)
  }

  /** The version of the notice that the person saw, where it is known; otherwise the present one. */
  function noticeVersion(form: Form, { noticeVersion: seen }: Envelope): string | null {
    const present = notices[form.name]?.version ?? null
    if (!seen || seen === present) return present
    return findNotice.get(seen, form.name) ? seen : present
  }

  const addInTransaction = db.transaction(addOnce)

  return {
    /**
     * Stores a submission once, in a transaction of its own or in the caller's. Throws the error of SQLite, or
     * DatabaseError, when it cannot be stored.
     * @param address of the visitor's connection, for the limits of e-mail; it is not stored
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
    /** For the health check: commits a write of one row. Throws when the disk refuses it. */
    probe: () => void writeHealth.run(now()),
  }
}

function prepareStatements(db: Database, form: Form) {
  const { table, fields, uniqueBy, processing } = form
  const names = ['reference', ...Object.keys(fields)]
  return {
    insertAnswers: db.prepare(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
    ),
    findUnique: uniqueBy
      ? db.prepare<[unknown], EarlierLead>(
          `SELECT reference, created_at FROM leads JOIN ${table} USING (reference) WHERE ${uniqueBy} = ?`,
        )
      : undefined,
    findServed: processing.endsWithLetter
      ? db.prepare<[string]>(`SELECT 1 FROM ${leadsOf(form)} WHERE reference = ? AND ${SERVED}`)
      : undefined,
  }
}

function toStored({ reference, created_at }: EarlierLead, fresh: boolean): Stored {
  return { reference, createdAt: created_at, fresh }
}

function recordNotices(db: Database, notices: Notices, now: string): void {
  const insert = db.prepare('INSERT INTO notices VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
  db.transaction(() => {
    for (const [form, { version, text }] of Object.entries(notices)) insert.run(version, form, text, now)
  })()
}
