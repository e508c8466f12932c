import type { Envelope } from '../../forms/envelope.ts'
import type { Form, Values } from '../../forms/form.ts'
import type { Clock } from '../clock.ts'
import { type Database, isConflict, isMissing } from '../database/database.ts'
import type { Announcer } from '../mail/announce.ts'
import { recordConsent } from '../privacy/consent.ts'
import { newReference } from './reference.ts'
import { releaseSuspected } from './spam.ts'
import { SAME_CONTENT_MS, submissionKeys } from './submission-key.ts'

/** What is stored, and where it came from. */
interface Submission {
  form: Form
  values: Values
  envelope: Envelope
  address?: string | undefined
}

/** Where a sign-up stands. */
interface SignUp {
  email: string
  confirmed_at: string | null
  unsubscribed_at: string | null
  suspected_spam: number
}

/** Version and text of the privacy notice of each form, by form name. */
export type Notices = Readonly<Record<string, { version: string; text: string }>>

export interface Stored {
  reference: string
  /** When it was committed, UTC ISO 8601. */
  createdAt: string
  /** False when the same submission was stored before; always true on a list. */
  fresh: boolean
}

export interface Store {
  /**
   * Stores a submission once: durably, or in the transaction of the caller, who then commits or undoes it. Throws what
   * SQLite throws when it cannot.
   * @param address of the visitor's connection, for the limits of e-mail; it is not stored
   */
  add(form: Form, values: Values, envelope: Envelope, address?: string): Stored
  /** Commits a write of one row; throws when the disk refuses it. */
  probe(): void
}

/** Two references that happen to be equal, or a database made anew, are rarer than this many tries in a row. */
const TRIES = 3

/** What every table of submissions has, besides the fields of its form. */
const COLUMNS = ['reference', 'submission_key', 'created_at', 'notice_version', 'page', 'suspected_spam'] as const

interface Earlier {
  reference: string
  created_at: string
}
type Statements = ReturnType<typeof prepareStatements>

/**
 * Stores submissions in the tables of their forms.
 * @param announcer queues the e-mails of a submission; none without mail
 */
export function createStore(db: Database, notices: Notices, clock: Clock, announcer?: Announcer): Store {
  const now = () => clock().toISOString()
  recordNotices(db, notices, now())
  const knownNotice = db.prepare<[string, string]>('SELECT 1 FROM notices WHERE version = ? AND form = ?')
  const health = db.prepare<[string]>(
    'INSERT INTO health VALUES (1, ?) ON CONFLICT DO UPDATE SET checked_at = excluded.checked_at',
  )

  // A statement holds memory of SQLite that is given back late: those of a form are made once, not once a submission.
  const prepared = new Map<Form, Statements>()
  function statements(form: Form): Statements {
    const made = prepared.get(form)
    if (made) return made
    prepared.set(form, prepareStatements(db, form))
    return statements(form)
  }

  function noticeSeen(form: Form, { noticeVersion }: Envelope): string | null {
    const present = notices[form.name]?.version ?? null
    if (!noticeVersion || noticeVersion === present) return present
    return knownNotice.get(noticeVersion, form.name) ? noticeVersion : present
  }

  /** Gives undefined where the key is taken. */
  function insert(submission: Submission, key: string, at: Date): Stored | undefined {
    const { form, values, envelope, address } = submission
    const row: Record<(typeof COLUMNS)[number], unknown> & Earlier = {
      reference: newReference(form, at.getTime()),
      submission_key: key,
      created_at: at.toISOString(),
      notice_version: noticeSeen(form, envelope),
      page: envelope.page ?? null,
      suspected_spam: Number(envelope.suspectedSpam),
    }
    if (statements(form).insert.run({ ...row, ...values }).changes === 0) return undefined
    if (form.uniqueBy) recordConsent(db, form, row.reference, 'asked', row.created_at)
    const { reference } = row
    announcer?.submitted({ form, reference, email: String(values.email), suspected: envelope.suspectedSpam, address })
    return stored(row, true)
  }

  /** An address that is on the list was entered again: after an unsubscription, or after a suspicion, it is asked anew. */
  function askAgain({ form, envelope, address }: Submission, reference: string): void {
    if (envelope.suspectedSpam) return
    const row = db
      .prepare<[string], SignUp>(
        `SELECT email, confirmed_at, unsubscribed_at, suspected_spam FROM ${form.table} WHERE reference = ?`,
      )
      .get(reference)
    if (!row) return
    const { email } = row
    // The page tells everyone to open an e-mail, so that there must be one for whoever is on the list too.
    if (row.confirmed_at && !row.unsubscribed_at) {
      announcer?.confirmed({ form, reference, email, address })
      return
    }
    if (row.unsubscribed_at) {
      db.prepare(
        `UPDATE ${form.table} SET unsubscribed_at = NULL, confirmed_at = NULL, created_at = ?, notice_version = ?, page = ?
         WHERE reference = ?`,
      ).run(now(), noticeSeen(form, envelope), envelope.page ?? null, reference)
      recordConsent(db, form, reference, 'asked', now())
    }
    if (row.suspected_spam) releaseSuspected(db, form, reference)
    announcer?.askedAgain({ form, reference, email, address })
  }

  function addOnce(submission: Submission): Stored {
    const { form, values, envelope } = submission
    const at = clock()
    const [key, previous] = submissionKeys(values, envelope.submissionKey, at.getTime())
    if (form.uniqueBy) return addToList(submission, key, at)
    const { findByKey } = statements(form)
    const before = previous && findByKey.get(previous)
    if (before && at.getTime() - Date.parse(before.created_at) < SAME_CONTENT_MS) return stored(before, false)
    return insert(submission, key, at) ?? stored(findByKey.get(key) as Earlier, false)
  }

  /** A list of addresses answers everyone as if new, so that nobody learns who is on it. */
  function addToList(submission: Submission, key: string, at: Date): Stored {
    const { form, values } = submission
    // Whoever measures how long the answer takes must not learn it either: both ways wait for the disk.
    health.run(at.toISOString())
    const { findByKey, findUnique } = statements(form)
    const held = findByKey.get(key) ?? findUnique?.get(values[form.uniqueBy as string])
    if (!held) return insert(submission, key, at) as Stored
    askAgain(submission, held.reference)
    return stored(held, true)
  }

  const addAlone = db.transaction(addOnce)

  return {
    add(form, values, envelope, address) {
      const submission = { form, values, envelope, address }
      for (let tries = 1; ; tries++) {
        try {
          return db.inTransaction ? addOnce(submission) : addAlone.immediate(submission)
        } catch (error) {
          if (tries === TRIES || !(isConflict(error, 'reference') || isMissing(error))) throw error
          // The database may have been made anew since the start.
          if (isMissing(error)) recordNotices(db, notices, now())
        }
      }
    },
    probe() {
      health.run(now())
    },
  }
}

function prepareStatements(db: Database, form: Form) {
  const names = [...COLUMNS, ...Object.keys(form.fields)]
  const places = names.map((name) => `@${name}`)
  const find = (column: string) =>
    db.prepare<[unknown], Earlier>(`SELECT reference, created_at FROM ${form.table} WHERE ${column} = ?`)
  return {
    insert: db.prepare(
      `INSERT INTO ${form.table} (${names.join(', ')}) VALUES (${places.join(', ')})
       ON CONFLICT (submission_key) DO NOTHING`,
    ),
    findByKey: find('submission_key'),
    findUnique: form.uniqueBy ? find(form.uniqueBy) : undefined,
  }
}

function stored({ reference, created_at }: Earlier, fresh: boolean): Stored {
  return { reference, createdAt: created_at, fresh }
}

function recordNotices(db: Database, notices: Notices, now: string): void {
  const insert = db.prepare('INSERT INTO notices VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
  db.transaction(() => {
    for (const [form, { version, text }] of Object.entries(notices)) insert.run(version, form, text, now)
  })()
}
