import type { Outcome } from '../../forms/outcomes.ts'
import { before, MINUTE_MS } from '../clock.ts'
import type { Database } from '../database/database.ts'

/**
 * What was said and done about a lead since it came: a message of the person, an answer of the house, a note for the
 * house, or what changed, in words.
 */
export interface ThreadRow {
  id: number
  reference: string
  /** UTC ISO 8601. */
  at: string
  kind: 'received' | 'sent' | 'note' | 'event'
  /** See authorName; null for the person, or if unknown. */
  author: string | null
  text: string
  /** Message-ID header without brackets; null if it did not come or go as an e-mail of the house. */
  message_id: string | null
  subject: string | null
  /** Address that a received message came from, if it is not that of the lead. */
  from_address: string | null
  /** Names of the files that went or came with it, one a line. */
  files: string | null
  /** Of an answer: `waiting_since`, reminder and outcome of its lead before it. */
  waited_since: string | null
  remind_before: string | null
  outcome_before: Outcome | null
}

/** Returns the thread of a lead, oldest first. */
export function threadOf(db: Database, reference: string): ThreadRow[] {
  return db.prepare<[string], ThreadRow>('SELECT * FROM thread WHERE reference = ? ORDER BY at, id').all(reference)
}

/** Returns a row of a thread. */
export function threadRow(db: Database, id: number): ThreadRow | undefined {
  return db.prepare<[number], ThreadRow>('SELECT * FROM thread WHERE id = ?').get(id)
}

/** Returns the row of an e-mail. @param messageId without brackets */
export function rowOfMessage(db: Database, messageId: string): ThreadRow | undefined {
  return db.prepare<[string], ThreadRow>('SELECT * FROM thread WHERE message_id = ?').get(messageId)
}

/** Returns the messages and answers of a thread, oldest first. */
export function saidIn(thread: readonly ThreadRow[]): ThreadRow[] {
  return thread.filter(({ kind }) => kind === 'received' || kind === 'sent')
}

/** Row to be added. */
export type NewThreadRow = Pick<ThreadRow, 'reference' | 'at' | 'kind' | 'text'> & Partial<Omit<ThreadRow, 'id'>>

const EMPTY = {
  author: null,
  message_id: null,
  subject: null,
  from_address: null,
  files: null,
  waited_since: null,
  remind_before: null,
  outcome_before: null,
}

/** How soon the same words of the same person are a button pressed twice, in milliseconds. */
const TWICE_MS = MINUTE_MS

/**
 * Adds a row to the thread of a lead; returns its id. Returns undefined if its message is there already, or if it repeats
 * the last row of its kind, because a button was pressed twice.
 */
export function addToThread(db: Database, row: NewThreadRow): number | undefined {
  const { changes, lastInsertRowid } = db
    .prepare(
      `INSERT INTO thread (reference, at, kind, author, text, message_id, subject, from_address, files, waited_since,
         remind_before, outcome_before)
       SELECT @reference, @at, @kind, @author, @text, @message_id, @subject, @from_address, @files, @waited_since,
         @remind_before, @outcome_before
       WHERE @kind = 'sent' OR @message_id IS NOT NULL OR NOT EXISTS (
         SELECT 1 FROM (SELECT * FROM thread WHERE reference = @reference AND kind = @kind ORDER BY id DESC LIMIT 1)
         WHERE text = @text AND author IS @author AND at BETWEEN @recently AND @at)
       ON CONFLICT (message_id) DO NOTHING`,
    )
    .run({ ...EMPTY, ...row, recently: before(new Date(row.at), TWICE_MS) })
  return changes === 0 ? undefined : Number(lastInsertRowid)
}

/** A file of an answer. */
export interface AnswerFile {
  name: string
  /** Media type. */
  type: string
  bytes: Buffer
}

/** Keeps the files of an answer until it has gone. @param answer id of its row */
export function keepFiles(db: Database, answer: number, files: readonly AnswerFile[]): void {
  const insert = db.prepare('INSERT INTO answer_files VALUES (?, ?, ?, ?)')
  for (const { name, type, bytes } of files) insert.run(answer, name, type, bytes)
}

/** Returns the files of an answer that has not gone yet. */
export function filesOf(db: Database, answer: number): AnswerFile[] {
  return db
    .prepare<[number], AnswerFile>('SELECT name, type, bytes FROM answer_files WHERE answer = ? ORDER BY name')
    .all(answer)
}

/** Deletes the files of an answer that has gone. */
export function forgetFiles(db: Database, messageId: string): void {
  db.prepare('DELETE FROM answer_files WHERE answer = (SELECT id FROM thread WHERE message_id = ?)').run(messageId)
}
