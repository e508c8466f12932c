import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { pluck } from '../database/pluck.ts'
import type { MailPicture } from '../outbox/mail.ts'
import type { LetterDraft } from './types.ts'

/** What somebody writes of a letter. */
export interface DraftWords {
  /** Name of the form whose confirmed addresses are to get it; '' while it is not chosen. */
  list: string
  subject: string
  /** Markdown without a head. */
  text: string
  /** It is for so many of those who signed up first; null: for all. */
  firstReaders: number | null
  /** Number of the stopped letter whose remaining readers it is for; null: for all. */
  restOf: number | null
}

/** A letter that is being written, or waits for its hour. Times are UTC ISO text. */
export interface StoredDraft extends DraftWords {
  id: number
  /** When it is sent; null: not before somebody sends it. */
  sendsAt: string | null
  /** Why it was not sent at that time, in French. */
  problem: string | null
  /** Address of the person who changed it last; null for the command. */
  author: string | null
  changedAt: string
  /** How often it was changed. */
  version: number
}

/** What becomes of a change: kept under a number and a version; or too late, because somebody else has changed it. */
export type Saved = { kind: 'saved'; id: number; version: number } | { kind: 'conflict'; by: string | null }

/** Largest photograph that is taken, in bytes: what a telephone makes at its best. */
export const PHOTO_MAX = 15 * 1024 * 1024
/** Names of the pictures that a letter brings itself begin so. */
export const PHOTO = 'photo-'

/** True for a picture that a letter brings itself. */
export function isPhoto({ name }: MailPicture): boolean {
  return name.startsWith(PHOTO)
}

const COLUMNS = `id, list, subject, text, first_readers AS firstReaders, rest_of AS restOf, sends_at AS sendsAt, problem,
  author, changed_at AS changedAt, version`

const UNSCHEDULED = 'Cette lettre a changé depuis que son heure a été fixée : fixez-la de nouveau.'
/** SQL: the words are those that were read again when the hour was set. */
const SAME = 'list = @list AND subject = @subject AND text = @text AND first_readers IS @firstReaders'

/** The letters that are being written. */
export function createDrafts(db: Database, clock: Clock) {
  const now = () => clock().toISOString()
  const find = (id: number) =>
    db.prepare<[number], StoredDraft>(`SELECT ${COLUMNS} FROM letter_drafts WHERE id = ?`).get(id)

  return {
    /** The last changed first. */
    all: () => db.prepare<[], StoredDraft>(`SELECT ${COLUMNS} FROM letter_drafts ORDER BY changed_at DESC, id`).all(),
    find,
    pictures: (id: number) =>
      db.prepare<[number], MailPicture>('SELECT name, jpeg FROM letter_draft_pictures WHERE draft = ?').all(id),
    /** Keeps a new draft. */
    create(words: DraftWords, author: string | null): { id: number; version: number } {
      const { lastInsertRowid } = db
        .prepare(
          `INSERT INTO letter_drafts (list, subject, text, first_readers, rest_of, author, changed_at)
           VALUES (@list, @subject, @text, @firstReaders, @restOf, @author, @now)`,
        )
        .run({ ...words, author, now: now() })
      return { id: Number(lastInsertRowid), version: 0 }
    },
    /**
     * Keeps a change, made by somebody who saw the given version; undefined where the draft is gone. A letter of other words
     * loses its hour, because nobody has read these again.
     */
    save(id: number, words: DraftWords, version: number, author: string | null): Saved | undefined {
      const { changes } = db
        .prepare(
          `UPDATE letter_drafts SET list = @list, subject = @subject, text = @text, first_readers = @firstReaders,
                  rest_of = @restOf, author = @author, changed_at = @now, version = version + 1,
                  sends_at = iif(${SAME}, sends_at, NULL),
                  problem = iif(problem IS @unscheduled OR (sends_at IS NOT NULL AND NOT (${SAME})), @unscheduled, NULL)
           WHERE id = @id AND version = @version`,
        )
        .run({ ...words, id, version, author, now: now(), unscheduled: UNSCHEDULED })
      if (changes > 0) return { kind: 'saved', id, version: version + 1 }
      const stored = find(id)
      if (!stored) return undefined
      // The same words again, as after an answer that was lost.
      const same = (Object.keys(words) as (keyof DraftWords)[]).every((name) => stored[name] === words[name])
      return same ? { kind: 'saved', id, version: stored.version } : { kind: 'conflict', by: stored.author }
    },
    /** Adds a photograph, under a name that the draft's Markdown can call. */
    addPicture(id: number, jpeg: Buffer): string {
      return db
        .transaction(() => {
          const count = pluck<string>(db, 'SELECT name FROM letter_draft_pictures WHERE draft = ?')
          const last = Math.max(0, ...count.all(id).map((name) => Number(name.replace(PHOTO, ''))))
          const name = `${PHOTO}${last + 1}`
          db.prepare('INSERT INTO letter_draft_pictures VALUES (?, ?, ?)').run(id, name, jpeg)
          return name
        })
        .immediate()
    },
    /** Keeps a photograph under the name that the Markdown has for it already. */
    keepPicture(id: number, name: string, jpeg: Buffer): void {
      db.prepare('INSERT INTO letter_draft_pictures VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run(id, name, jpeg)
    },
    /** Has it sent at a time, or, with null, not before somebody sends it; false for a time that has passed. */
    schedule(id: number, sendsAt: string | null): boolean {
      if (sendsAt !== null && sendsAt <= now()) return false
      db.prepare('UPDATE letter_drafts SET sends_at = ?, problem = NULL WHERE id = ?').run(sendsAt, id)
      return true
    },
    /** Takes away its hour and notes why it could not be sent then. */
    hold(id: number, problem: string): void {
      db.prepare('UPDATE letter_drafts SET sends_at = NULL, problem = ? WHERE id = ?').run(problem.slice(0, 1000), id)
    },
    remove(id: number): void {
      db.prepare('DELETE FROM letter_drafts WHERE id = ?').run(id)
    },
    /** Drafts whose hour has come, the earliest first. */
    due: () =>
      db
        .prepare<[string], StoredDraft>(
          `SELECT ${COLUMNS} FROM letter_drafts WHERE sends_at <= ? ORDER BY sends_at, id`,
        )
        .all(now()),
  }
}

/** Takes away every hour that was set: those of a restored copy may have come since it was made, and their letters gone. */
export function holdScheduled(db: Database): void {
  db.prepare(
    `UPDATE letter_drafts SET sends_at = NULL, problem = 'La base a été restaurée : si elle n’est pas partie, redites son heure.'
     WHERE sends_at IS NOT NULL`,
  ).run()
}

/** A stored draft as the Markdown file that `hera letter` reads. A text in JSON is one in YAML too. */
export function toDraft(
  { id, list, subject, text, firstReaders, restOf }: StoredDraft,
  photos: readonly MailPicture[],
): LetterDraft {
  const file = `---\nobjet: ${JSON.stringify(subject)}\n---\n\n${text}\n`
  return { list, text: file, photos, firstReaders, restOf, draft: id }
}

/** The Markdown of a letter's file, without its head. */
export function bodyOf(file: string): string {
  return file.replace(/^---\n[\s\S]*?\n---\n/, '').trim()
}
