import type { Form } from '../../forms/form.ts'
import { formNamed } from '../../forms/index.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { pluck } from '../database/pluck.ts'
import { countUnqueued } from '../leads/lists/sign-ups.ts'
import { PENDING } from '../outbox/conditions.ts'
import type { MailPicture } from '../outbox/mail.ts'
import type { LetterDraft, LetterSummary } from './types.ts'

/** The texts of a letter as they go, but for the link of each recipient in place of `unsubscribePlace`. */
export interface LetterTexts {
  subject: string
  html: string
  text: string
}

interface NewLetter extends LetterTexts, Pick<LetterDraft, 'list' | 'firstReaders' | 'restOf' | 'draft'> {
  /** SHA-256 of the source, in hexadecimal. */
  digest: string
  source: string
  recipients: number
  pictures: readonly MailPicture[]
}

/** A letter as it is stored, without its texts. */
export type LetterRow = Omit<LetterSummary, 'state' | 'waiting' | 'dropped'> & {
  queuedTo: number
  firstReaders: number | null
}
const COLUMNS = `id, list, subject, recipients, sent, failed, uncertain, created_at AS createdAt, finished_at AS finishedAt,
  stopped_at AS stoppedAt, rest_of AS restOf, queued_to AS queuedTo, first_readers AS firstReaders`

/** Stores a letter, which the running site then sends, and removes the draft that it was. Returns its number; undefined where this text was sent to the list before. */
export function insertLetter(
  db: Database,
  clock: Clock,
  { pictures, draft, firstReaders = null, restOf = null, ...letter }: NewLetter,
): number | undefined {
  const insert = db.prepare(
    `INSERT INTO letters (list, digest, source, subject, html, text, created_at, recipients, first_readers, rest_of, draft)
     VALUES (@list, @digest, @source, @subject, @html, @text, @now, @recipients, @firstReaders, @restOf, @draft)
     ON CONFLICT (list, digest) DO NOTHING`,
  )
  const insertPicture = db.prepare('INSERT INTO letter_pictures VALUES (?, ?, ?)')
  return db
    .transaction(() => {
      const { changes, lastInsertRowid } = insert.run({
        ...letter,
        firstReaders,
        restOf,
        draft: draft ?? null,
        now: clock().toISOString(),
      })
      if (draft !== undefined) db.prepare('DELETE FROM letter_drafts WHERE id = ?').run(draft)
      if (changes === 0) return undefined
      const id = Number(lastInsertRowid)
      for (const { name, jpeg } of pictures) insertPicture.run(id, name, jpeg)
      return id
    })
    .immediate()
}

/** The number of the letter that brought this text to a list before. */
export function findLetter(db: Database, list: string, digest: string): number | undefined {
  return pluck<number>(db, 'SELECT id FROM letters WHERE list = ? AND digest = ?').get(list, digest)
}

/**
 * The letters whose readers do not get another one: the stopped one that it goes on with and those that this one went on
 * with; of a list that gets one notice only, every letter to it.
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

/** Whom a letter could not reach, with what the mail server said. */
export interface Unreached {
  reference: string
  email: string
  /** As the mail server wrote it; null where nothing was said. */
  reason: string | null
}

/** Those for whom the mail server refused a letter, or who were given up, in the order of the list. */
export function unreachedBy(db: Database, id: number): Unreached[] {
  return db
    .prepare<[number], Unreached>(
      `SELECT reference, recipient AS email, last_error AS reason FROM outbox
       WHERE letter = ? AND failed_at IS NOT NULL AND reference IS NOT NULL ORDER BY id`,
    )
    .all(id)
}

/** How many letters a list has had. */
export function countLetters(db: Database, list: string): number {
  return Number(pluck(db, 'SELECT count(*) FROM letters WHERE list = ?').get(list))
}

/** The number of the letter that a draft became. */
export function letterOfDraft(db: Database, draft: number): number | undefined {
  return pluck<number>(db, 'SELECT id FROM letters WHERE draft = ?').get(draft)
}

/** Every letter, the newest first. */
export function letterSummaries(db: Database): LetterSummary[] {
  return db
    .prepare<[], LetterRow>(`SELECT ${COLUMNS} FROM letters ORDER BY id DESC`)
    .all()
    .map((row) => summaryOf(db, row))
}

/** One letter with its texts. */
export function storedLetter(db: Database, id: number) {
  const row = db
    .prepare<[number], LetterRow & LetterTexts & { source: string }>(
      `SELECT ${COLUMNS}, html, text, source FROM letters WHERE id = ?`,
    )
    .get(id)
  return row && summaryOf(db, row)
}

/** The texts and pictures of a letter that is still going; undefined for one that was stopped or is not there. */
export function goingLetter(db: Database, id: number) {
  const texts = db
    .prepare<[number], LetterTexts>('SELECT subject, html, text FROM letters WHERE id = ? AND stopped_at IS NULL')
    .get(id)
  return texts && { texts, pictures: picturesOf(db, id) }
}

export function picturesOf(db: Database, id: number): MailPicture[] {
  return db.prepare<[number], MailPicture>('SELECT name, jpeg FROM letter_pictures WHERE letter = ?').all(id)
}

/** Ends a letter: what is not being sent at this moment goes to nobody. False when nothing was left to stop. */
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

/** Ends every letter that is going: a restored copy does not know what has gone since it was made. */
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

/** For how many a letter has been put into the outbox. */
export function countQueued(db: Database, id: number): number {
  return Number(pluck(db, 'SELECT count(*) FROM outbox WHERE letter = ?').get(id))
}
