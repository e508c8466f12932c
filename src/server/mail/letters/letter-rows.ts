import type { Form } from '../../../forms/form.ts'
import type { Clock } from '../../clock.ts'
import { type Database, pluck } from '../../database/database.ts'
import { PENDING } from '../message.ts'
import { type LetterText, type LetterTexts, markdownOf } from './letter.ts'

interface NewLetter extends LetterTexts, Pick<LetterText, 'list' | 'restOf'> {
  /** See digestOf. */
  digest: string
  source: string
  recipients: number
}

/** A letter sent or being sent; times are UTC ISO text. */
export interface LetterSummary {
  id: number
  list: string
  subject: string
  state: 'going' | 'finished' | 'stopped'
  createdAt: string
  stoppedAt: string | null
  /** Number of its messages. */
  recipients: number
  /** Accepted by the mail server. */
  sent: number
  /** Not yet sent. */
  waiting: number
  /** Rejected by the mail server, given up after five days, or cut off while being sent. */
  failed: number
  /** Unsubscribed or removed meanwhile, or not sent because of a stop. */
  dropped: number
}

const SUMMARIES = `SELECT *, max(0, recipients - sent - failed - waiting) AS dropped,
    CASE WHEN stoppedAt IS NOT NULL THEN 'stopped' WHEN waiting > 0 THEN 'going' ELSE 'finished' END AS state
  FROM (SELECT *, created_at AS createdAt, stopped_at AS stoppedAt,
      (SELECT count(*) FROM outbox WHERE letter = letters.id AND ${PENDING}) AS waiting
    FROM letters)`

/** Stores a letter; returns its id. Call it in the transaction that queues its messages. */
export function insertLetter(db: Database, clock: Clock, letter: NewLetter): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO letters (list, digest, source, subject, html, text, created_at, recipients, rest_of)
       VALUES (@list, @digest, @source, @subject, @html, @text, @now, @recipients, @restOf)`,
    )
    .run({ ...letter, now: clock().toISOString() })
  return Number(lastInsertRowid)
}

/** Returns the id of an earlier letter with this text to the list. */
export function findLetter(db: Database, list: string, digest: string): number | undefined {
  return pluck<number>(db, 'SELECT id FROM letters WHERE list = ? AND digest = ?').get(list, digest)
}

/**
 * Returns the letters whose readers do not get another one. For a continuation: the stopped letter and those that it
 * continued. For a list with only one notice: every letter to it.
 */
export function lettersBefore(db: Database, form: Form, restOf: number | null): number[] {
  if (form.processing.endsWithLetter) return pluck<number>(db, 'SELECT id FROM letters WHERE list = ?').all(form.name)
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
  /** 1 if nobody knows whether it arrived: it was cut off, or a restored copy does not say. */
  isUnknown: 0 | 1
}

/** Returns the recipients of a letter that failed, in the order of the list. */
export function unreachedBy(db: Database, id: number): Unreached[] {
  return db
    .prepare<[number], Unreached>(
      `SELECT reference, recipient AS email, last_error AS reason, failure IN ('unknown', 'restored') AS isUnknown
       FROM outbox WHERE letter = ? AND failed_at IS NOT NULL AND reference IS NOT NULL ORDER BY id`,
    )
    .all(id)
}

/** Counts the letters to a list. */
export function countLetters(db: Database, list: string): number {
  return Number(pluck(db, 'SELECT count(*) FROM letters WHERE list = ?').get(list))
}

/** Returns all letters, newest first, without their texts, which hold their pictures. */
export function letterSummaries(db: Database): LetterSummary[] {
  const columns = 'id, list, subject, state, createdAt, stoppedAt, recipients, sent, waiting, failed, dropped'
  return db.prepare<[], LetterSummary>(`SELECT ${columns} FROM (${SUMMARIES}) ORDER BY id DESC`).all()
}

/** Returns a letter with its texts and its Markdown. */
export function storedLetter(db: Database, id: number) {
  const letter = db
    .prepare<[number], LetterSummary & LetterTexts & { source: string }>(`${SUMMARIES} WHERE id = ?`)
    .get(id)
  return letter && { ...letter, source: markdownOf(letter.source) }
}

/** Returns the texts of a letter; undefined if it was stopped or does not exist. */
export function notStoppedLetter(db: Database, id: number): LetterTexts | undefined {
  return db
    .prepare<[number], LetterTexts>('SELECT subject, html, text FROM letters WHERE id = ? AND stopped_at IS NULL')
    .get(id)
}

/** A letter of which something is left to send. */
const GOING = `stopped_at IS NULL AND EXISTS (SELECT 1 FROM outbox WHERE letter = letters.id AND ${PENDING})`

/** Stops a letter: deletes its messages except those being sent. Returns false if nothing was left to stop. */
export function stopLetter(db: Database, clock: Clock, id: number): boolean {
  const stop = db.prepare(`UPDATE letters SET stopped_at = ? WHERE id = ? AND ${GOING}`)
  const drop = db.prepare(`DELETE FROM outbox WHERE letter = ? AND ${PENDING} AND claimed_at IS NULL`)
  return db
    .transaction(() => {
      const { changes } = stop.run(clock().toISOString(), id)
      if (changes > 0) drop.run(id)
      return changes > 0
    })
    .immediate()
}

/** Stops every letter in progress, because a restored copy does not contain what was sent since it was made. */
export function stopLetters(db: Database, clock: Clock): void {
  db.prepare(`UPDATE letters SET stopped_at = ? WHERE ${GOING}`).run(clock().toISOString())
}
