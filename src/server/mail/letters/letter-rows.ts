import type { Form } from '../../../forms/form.ts'
import { formNamed } from '../../../forms/index.ts'
import type { Clock } from '../../clock.ts'
import { type Database, pluck } from '../../database/database.ts'
import { countUnqueued } from '../../leads/lists/sign-ups.ts'
import type { MailPicture } from '../mail.ts'
import { PENDING } from '../message.ts'
import type { LetterText } from './letter-text.ts'

/** Final texts of a letter, except for the links of the recipients, which replace `UNSUBSCRIBE_PATH`. */
export interface LetterTexts {
  subject: string
  html: string
  text: string
}

interface NewLetter extends LetterTexts, Pick<LetterText, 'list' | 'firstReaders' | 'restOf'> {
  /** SHA-256 of the source, in hexadecimal. */
  digest: string
  source: string
  recipients: number
  pictures: readonly MailPicture[]
}

/** A letter sent or being sent; times are UTC ISO text. */
export interface LetterSummary {
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
  /** Of those that failed: interrupted while being sent, so that nobody knows whether they arrived. */
  uncertain: number
}

/** A stored letter without its texts. */
export type LetterRow = Omit<LetterSummary, 'state' | 'waiting' | 'dropped'> & {
  queuedTo: number
  firstReaders: number | null
}
export const LETTER_COLUMNS = `id, list, subject, recipients, sent, failed, uncertain, created_at AS createdAt, finished_at AS finishedAt,
  stopped_at AS stoppedAt, rest_of AS restOf, queued_to AS queuedTo, first_readers AS firstReaders`

/** Stores a letter to be sent; stores none if the list got this text before. */
export function insertLetter(db: Database, clock: Clock, { pictures, ...letter }: NewLetter) {
  const insert = db.prepare(
    `INSERT INTO letters (list, digest, source, subject, html, text, created_at, recipients, first_readers, rest_of)
     VALUES (@list, @digest, @source, @subject, @html, @text, @now, @recipients, @firstReaders, @restOf)
     ON CONFLICT (list, digest) DO NOTHING`,
  )
  const insertPicture = db.prepare('INSERT INTO letter_pictures VALUES (?, ?, ?)')
  return db
    .transaction(() => {
      const now = clock().toISOString()
      const { changes } = insert.run({ ...letter, now })
      const id = findLetter(db, letter.list, letter.digest) as number
      if (changes === 0) return { done: 'before' as const, id }
      for (const { name, jpeg } of pictures) insertPicture.run(id, name, jpeg)
      return { done: 'queued' as const, id }
    })
    .immediate()
}

/** Returns the id of an earlier letter with this text to the list. */
export function findLetter(db: Database, list: string, digest: string): number | undefined {
  return pluck<number>(db, 'SELECT id FROM letters WHERE list = ? AND digest = ?').get(list, digest)
}

/**
 * Returns the letters whose readers do not get another one. For a continuation: the stopped letter and those that it
 * continued. For a list with only one notice: every letter to it.
 */
export function lettersBefore(db: Database, form: Form, restOf: number | null, before = Number.MAX_SAFE_INTEGER) {
  if (form.processing.endsWithLetter)
    return pluck<number>(db, 'SELECT id FROM letters WHERE list = ? AND id < ?').all(form.name, before)
  return pluck<number>(
    db,
    `WITH RECURSIVE earlier (id) AS (
         VALUES (?) UNION SELECT rest_of FROM letters JOIN earlier USING (id))
       SELECT id FROM earlier WHERE id IS NOT NULL`,
  ).all(restOf)
}

/** A recipient whom a letter did not reach. */
export interface Unreached {
  reference: string
  email: string
  /** Error of the mail server; null if there was no response. */
  reason: string | null
  /** 1 if it was cut off while it was sent, so that nobody knows whether it arrived. */
  isUnknown: 0 | 1
}

/** Returns the recipients of a letter who were rejected or given up, in the order of the list. */
export function unreachedBy(db: Database, id: number): Unreached[] {
  return db
    .prepare<[number], Unreached>(
      `SELECT reference, recipient AS email, last_error AS reason, failure = 'unknown' AS isUnknown FROM outbox
       WHERE letter = ? AND failed_at IS NOT NULL AND reference IS NOT NULL ORDER BY id`,
    )
    .all(id)
}

/** Counts the letters to a list. */
export function countLetters(db: Database, list: string): number {
  return Number(pluck(db, 'SELECT count(*) FROM letters WHERE list = ?').get(list))
}

/** Returns all letters, newest first. */
export function letterSummaries(db: Database): LetterSummary[] {
  return db
    .prepare<[], LetterRow>(`SELECT ${LETTER_COLUMNS} FROM letters ORDER BY id DESC`)
    .all()
    .map((row) => summaryOf(db, row))
}

/** Returns a letter with its texts. */
export function storedLetter(db: Database, id: number) {
  const row = db
    .prepare<[number], LetterRow & LetterTexts & { source: string }>(
      `SELECT ${LETTER_COLUMNS}, html, text, source FROM letters WHERE id = ?`,
    )
    .get(id)
  return row && summaryOf(db, row)
}

/** Returns the texts and pictures of a letter; undefined if it was stopped or does not exist. */
export function notStoppedLetter(db: Database, id: number) {
  const texts = db
    .prepare<[number], LetterTexts>('SELECT subject, html, text FROM letters WHERE id = ? AND stopped_at IS NULL')
    .get(id)
  return texts && { texts, pictures: picturesOf(db, id) }
}

export function picturesOf(db: Database, id: number): MailPicture[] {
  return db.prepare<[number], MailPicture>('SELECT name, jpeg FROM letter_pictures WHERE letter = ?').all(id)
}

/** Stops a letter: deletes its messages except those being sent. Returns false if nothing was left to stop. */
export function stopLetter(db: Database, clock: Clock, id: number): boolean {
  return db
    .transaction(() => {
      const { changes } = db
        .prepare('UPDATE letters SET stopped_at = ? WHERE id = ? AND finished_at IS NULL AND stopped_at IS NULL')
        .run(clock().toISOString(), id)
      if (changes > 0)
        db.prepare(
          'DELETE FROM outbox WHERE letter = ? AND sent_at IS NULL AND failed_at IS NULL AND claimed_at IS NULL',
        ).run(id)
      return changes > 0
    })
    .immediate()
}

/** Stops every letter in progress, because a restored copy does not contain what was sent since it was made. */
export function stopLetters(db: Database, clock: Clock): void {
  const now = clock().toISOString()
  db.prepare('UPDATE letters SET stopped_at = ? WHERE finished_at IS NULL AND stopped_at IS NULL').run(now)
}

function summaryOf<Stored extends LetterRow>(db: Database, row: Stored) {
  const { queuedTo: _, firstReaders: __, ...letter } = row
  const { id, recipients, sent, failed, finishedAt, stoppedAt } = letter
  const waiting = stoppedAt || finishedAt ? pending(db, id) : pending(db, id) + unqueued(db, row)
  const state: LetterSummary['state'] = stoppedAt ? 'stopped' : finishedAt ? 'finished' : 'going'
  return { ...letter, state, waiting, dropped: Math.max(0, recipients - sent - failed - waiting) }
}

function pending(db: Database, id: number): number {
  return Number(pluck(db, `SELECT count(*) FROM outbox WHERE letter = ? AND ${PENDING}`).get(id))
}

function unqueued(db: Database, { id, list, restOf, createdAt, queuedTo, firstReaders }: LetterRow): number {
  const form = formNamed(list)
  if (!form) return 0
  const except = lettersBefore(db, form, restOf, id)
  return countUnqueued(db, form, { createdAt, queuedTo, firstReaders, except, queued: countQueued(db, id) })
}

/** Counts the messages of a letter in the outbox, whatever their state. */
export function countQueued(db: Database, id: number): number {
  return Number(pluck(db, 'SELECT count(*) FROM outbox WHERE letter = ?').get(id))
}
