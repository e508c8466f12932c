import { createHash, randomInt } from 'node:crypto'
import type { Envelope } from '../forms/envelope.ts'
import type { Form, Values } from '../forms/form.ts'
import type { Clock } from './clock.ts'
import { lists, recordConsent } from './consent.ts'
import { type Database, isConflict } from './database.ts'
import type { Announcer } from './mail/announce.ts'
import { releaseSuspected } from './spam.ts'

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
  /** False when the same submission was stored before. */
  fresh: boolean
}

export interface Store {
  /**
   * Stores a submission once: durably, or in the transaction of the caller, who then commits or undoes it. Throws what
   * SQLite throws when it cannot.
   */
  add(form: Form, values: Values, envelope: Envelope): Stored
  /** Commits a write of one row; throws when the disk refuses it. */
  probe(): void
}

/** Without a key, identical content within this time is one submission, in milliseconds. */
export const SAME_CONTENT_MS = 10 * 60_000

/** Crockford's base 32: no I, L, O, U, so that a reference can be read over the telephone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const REFERENCE_LENGTH = 8
/** Two references that happen to be equal are rarer than this many tries in a row. */
const REFERENCE_TRIES = 3

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

  // A statement holds memory of SQLite that is given back late: one of each text, not one a submission.
  const prepare = (sql: string) => db.prepare<unknown[]>(sql)
  const statements = new Map<string, ReturnType<typeof prepare>>()
  function prepared(sql: string) {
    const statement = statements.get(sql) ?? prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  function noticeSeen(form: Form, { noticeVersion }: Envelope): string | null {
    if (noticeVersion && knownNotice.get(noticeVersion, form.name)) return noticeVersion
    const version = notices[form.name]?.version ?? null
    // The database may have been made anew since the start.
    if (version && !knownNotice.get(version, form.name)) recordNotices(db, notices, now())
    return version
  }

  function insert(form: Form, values: Values, envelope: Envelope, submissionKey: string): Stored {
    const row = {
      reference: newReference(form.prefix),
      submission_key: submissionKey,
      created_at: now(),
      notice_version: noticeSeen(form, envelope),
      page: envelope.page ?? null,
      suspected_spam: Number(envelope.suspectedSpam),
      ...values,
    }
    const names = Object.keys(row)
    prepared(
      `INSERT INTO ${form.table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
    ).run(row)
    if (lists.includes(form)) recordConsent(db, form, row.reference, 'asked', row.created_at)
    announcer?.submitted(form, row.reference, String(values.email), envelope.suspectedSpam)
    return { ...stored(row), fresh: true }
  }

  /** An address that is on the list was entered again: after an unsubscription, or after a suspicion, it is asked anew. */
  function askAgain(form: Form, reference: string, envelope: Envelope): void {
    if (envelope.suspectedSpam) return
    const row = db
      .prepare<[string], SignUp>(
        `SELECT email, confirmed_at, unsubscribed_at, suspected_spam FROM ${form.table} WHERE reference = ?`,
      )
      .get(reference)
    if (!row || (row.confirmed_at && !row.unsubscribed_at)) return
    if (row.unsubscribed_at) {
      db.prepare(
        `UPDATE ${form.table} SET unsubscribed_at = NULL, confirmed_at = NULL, created_at = ?, notice_version = ?, page = ?
         WHERE reference = ?`,
      ).run(now(), noticeSeen(form, envelope), envelope.page ?? null, reference)
      recordConsent(db, form, reference, 'asked', now())
    }
    if (row.suspected_spam) releaseSuspected(db, form, reference)
    announcer?.askedAgain(form, reference, row.email, clock())
  }

  function find(form: Form, column: string, value: unknown): { reference: string; created_at: string } | undefined {
    const sql = `SELECT reference, created_at FROM ${form.table} WHERE ${column} = ?`
    return prepared(sql).get(value) as { reference: string; created_at: string } | undefined
  }

  function addOnce(form: Form, values: Values, envelope: Envelope): Stored {
    // Whoever measures how long the answer takes must not learn who is on a list: both ways wait for the disk.
    if (form.uniqueBy) health.run(now())
    const at = clock().getTime()
    const keys = submissionKeys(values, envelope.submissionKey, at)
    for (const key of keys) {
      const earlier = find(form, 'submission_key', key)
      const recent = earlier && at - Date.parse(earlier.created_at) < SAME_CONTENT_MS
      if (!earlier || !(envelope.submissionKey || (recent && !form.uniqueBy))) continue
      if (form.uniqueBy) askAgain(form, earlier.reference, envelope)
      return { ...stored(earlier), fresh: false }
    }
    const held = form.uniqueBy && find(form, form.uniqueBy, values[form.uniqueBy])
    if (held) {
      askAgain(form, held.reference, envelope)
      // A list of addresses answers everyone as if new, so that nobody learns who is on it.
      return { ...stored(held), fresh: true }
    }
    return insert(form, values, envelope, keys[0])
  }

  const addAlone = db.transaction(addOnce)

  return {
    add(form, values, envelope) {
      for (let tries = 1; ; tries++) {
        try {
          return db.inTransaction ? addOnce(form, values, envelope) : addAlone.immediate(form, values, envelope)
        } catch (error) {
          if (tries === REFERENCE_TRIES || !isConflict(error, 'reference')) throw error
        }
      }
    },
    probe() {
      health.run(now())
    },
  }
}

/**
 * Keys under which this submission may already be stored; a new row takes the first. With a key from the page it is
 * that key with the content; without, the content with the current or the previous span of ten minutes.
 */
function submissionKeys(values: Values, given: string | undefined, at: number): [string, ...string[]] {
  const content = JSON.stringify(values)
  const hash = (salt: string) => createHash('sha256').update(`${salt}\n${content}`).digest('base64url').slice(0, 32)
  if (given) return [hash(`key ${given}`)]
  const span = Math.floor(at / SAME_CONTENT_MS)
  return [hash(`span ${span}`), hash(`span ${span - 1}`)]
}

function stored({ reference, created_at }: { reference: string; created_at: string }) {
  return { reference, createdAt: created_at }
}

function newReference(prefix: string): string {
  const letters = Array.from({ length: REFERENCE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
  return `${prefix}-${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

function recordNotices(db: Database, notices: Notices, now: string): void {
  const insert = db.prepare('INSERT INTO notices VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
  db.transaction(() => {
    for (const [form, { version, text }] of Object.entries(notices)) insert.run(version, form, text, now)
  })()
}
