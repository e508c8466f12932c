import { formNamed } from '../../forms/index.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { countUnqueued } from './recipients.ts'
import type { LetterSummary } from './types.ts'

/** The texts of a letter as they go, but for the link of each recipient in place of UNSUBSCRIBE_PLACE. */
export interface LetterTexts {
  subject: string
  html: string
  text: string
}

/** A picture that a letter carries, called cid:<name> in its HTML. */
export interface LetterPicture {
  name: string
  jpeg: Buffer
}

export interface LetterContent {
  texts: LetterTexts
  pictures: readonly LetterPicture[]
}

export interface NewLetter extends LetterTexts {
  list: string
  /** SHA-256 of the source, in hexadecimal. */
  digest: string
  source: string
  recipients: number
  pictures: readonly LetterPicture[]
}

interface Row extends LetterTexts {
  id: number
  list: string
  source: string
  created_at: string
  recipients: number
  queued_to: number
  sent: number
  failed: number
  uncertain: number
  finished_at: string | null
  stopped_at: string | null
}

/** Stores a letter, which the running site then sends. Gives its number; undefined where this text was sent to the list before. */
export function insertLetter(db: Database, clock: Clock, { pictures, ...letter }: NewLetter): number | undefined {
  const insert = db.prepare(
    `INSERT INTO letters (list, digest, source, subject, html, text, created_at, recipients)
     VALUES (@list, @digest, @source, @subject, @html, @text, @now, @recipients) ON CONFLICT (list, digest) DO NOTHING`,
  )
  const insertPicture = db.prepare('INSERT INTO letter_pictures VALUES (?, ?, ?)')
  return db
    .transaction(() => {
      const { changes, lastInsertRowid } = insert.run({ ...letter, now: clock().toISOString() })
      if (changes === 0) return undefined
      const id = Number(lastInsertRowid)
      for (const { name, jpeg } of pictures) insertPicture.run(id, name, jpeg)
      return id
    })
    .immediate()
}

/** The number of the letter that brought this text to a list before. */
export function findLetter(db: Database, list: string, digest: string): number | undefined {
  return db
    .prepare<[string, string], number>('SELECT id FROM letters WHERE list = ? AND digest = ?')
    .pluck()
    .get(list, digest)
}

/** Every letter, the newest first. */
export function letterSummaries(db: Database): LetterSummary[] {
  return db
    .prepare<[], Row>('SELECT * FROM letters ORDER BY id DESC')
    .all()
    .map((row) => summaryOf(db, row))
}

/** One letter with its texts. */
export function storedLetter(db: Database, id: number): (LetterSummary & LetterTexts & { source: string }) | undefined {
  const row = db.prepare<[number], Row>('SELECT * FROM letters WHERE id = ?').get(id)
  return row && { ...summaryOf(db, row), html: row.html, text: row.text, source: row.source }
}

/**
 * Makes what reads a letter that is still going; undefined for one that was stopped or is not there. What it says never
 * changes, so it is read once for all its messages: it weighs a hundred times what else a message takes.
 */
export function createGoingLetters(db: Database): (id: number) => LetterContent | undefined {
  const isGoing = db.prepare<[number]>('SELECT 1 FROM letters WHERE id = ? AND stopped_at IS NULL')
  const read = db.prepare<[number], LetterTexts>('SELECT subject, html, text FROM letters WHERE id = ?')
  let last: (LetterContent & { id: number }) | undefined
  return (id) => {
    if (!isGoing.get(id)) return undefined
    if (last?.id !== id) {
      const texts = read.get(id)
      last = texts && { id, texts, pictures: picturesOf(db, id) }
    }
    return last
  }
}

export function picturesOf(db: Database, id: number): LetterPicture[] {
  return db.prepare<[number], LetterPicture>('SELECT name, jpeg FROM letter_pictures WHERE letter = ?').all(id)
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
          "DELETE FROM outbox WHERE kind = 'letter' AND letter = ? AND sent_at IS NULL AND failed_at IS NULL AND claimed_at IS NULL",
        ).run(id)
      return changes > 0
    })
    .immediate()
}

function summaryOf(db: Database, row: Row): LetterSummary {
  const { id, list, subject, recipients, sent, failed, uncertain, created_at, finished_at, stopped_at } = row
  const waiting = stopped_at || finished_at ? pending(db, id) : pending(db, id) + unqueued(db, row)
  return {
    id,
    list,
    subject,
    state: stopped_at ? 'stopped' : finished_at ? 'finished' : 'going',
    createdAt: created_at,
    finishedAt: finished_at,
    stoppedAt: stopped_at,
    recipients,
    sent,
    failed,
    uncertain,
    waiting,
    dropped: Math.max(0, recipients - sent - failed - waiting),
  }
}

function pending(db: Database, id: number): number {
  const count = db.prepare<[number], number>(
    `SELECT count(*) FROM outbox WHERE kind = 'letter' AND letter = ?
     AND sent_at IS NULL AND failed_at IS NULL AND hold IS NULL`,
  )
  return count.pluck().get(id) ?? 0
}

function unqueued(db: Database, { list, created_at, queued_to }: Row): number {
  const form = formNamed(list)
  return form ? countUnqueued(db, form, { createdAt: created_at, queuedTo: queued_to }) : 0
}
