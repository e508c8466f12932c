import type { Outcome } from '../../forms/outcomes.ts'
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
