import type { Clock } from '../../clock.ts'
import { type Database, pluck } from '../../database/database.ts'
import type { MailPicture } from '../mail.ts'

/** The editable content of a draft. */
export interface DraftWords {
  /** Name of the form whose confirmed addresses get it; '' until it is chosen. */
  list: string
  subject: string
  /** Markdown without front matter. */
  text: string
  /** Sends it only to this number of people, those who signed up first; null for all. */
  firstReaders: number | null
  /** Id of the stopped letter whose remaining readers it is for; null for all. */
  restOf: number | null
}

/** A letter as a Markdown file with `objet:` in its front matter. */
export interface LetterFile extends Omit<DraftWords, 'subject'> {
  /** The whole file with front matter. */
  text: string
  /** Folder of the file and of its pictures; missing for a letter written at the desk. */
  folder?: string
  /** Photos stored with the draft. */
  photos?: readonly MailPicture[]
  /** Id of the draft, which is deleted when the letter is sent. */
  draft?: number
}

/** A draft of a letter, possibly scheduled. Times are UTC ISO text. */
export interface StoredDraft extends DraftWords {
  id: number
  /** Scheduled time; null if it is not scheduled. */
  sendsAt: string | null
  /** Why it was not sent at that time, in French. */
  problem: string | null
  /** Signed-in address of the last change; null for the command. */
  author: string | null
  changedAt: string
  /** Number of changes. */
  version: number
}

/** Result of a change: the draft as it is stored now, which is another version if the change was not saved. */
interface Saved {
  isSaved: boolean
  draft: StoredDraft
}

/** Maximum size of an uploaded photo, in bytes: the largest that phones produce. */
export const PHOTO_MAX = 15 * 1024 * 1024
/** Prefix of the names of a letter's own pictures. */
export const PHOTO = 'photo-'

/** True for a letter's own picture, false for one of the site. */
export function isPhoto({ name }: MailPicture): boolean {
  return name.startsWith(PHOTO)
}

const COLUMNS = `id, list, subject, text, first_readers AS firstReaders, rest_of AS restOf, sends_at AS sendsAt, problem,
  author, changed_at AS changedAt, version`

const UNSCHEDULED = 'Cette lettre a changé depuis que son heure a été fixée : fixez-la de nouveau.'
/** SQL condition: the content has not changed since the letter was reviewed and scheduled. */
const SAME = 'list = @list AND subject = @subject AND text = @text AND first_readers IS @firstReaders'

/** Reads and writes the drafts of letters. */
export function createLetterDrafts(db: Database, clock: Clock) {
  const now = () => clock().toISOString()
  const find = (id: number) =>
    db.prepare<[number], StoredDraft>(`SELECT ${COLUMNS} FROM letter_drafts WHERE id = ?`).get(id)
  const pictures = (id: number) =>
    db.prepare<[number], MailPicture>('SELECT name, jpeg FROM letter_draft_pictures WHERE draft = ?').all(id)

  return {
    /** Most recently changed first. */
    all: () => db.prepare<[], StoredDraft>(`SELECT ${COLUMNS} FROM letter_drafts ORDER BY changed_at DESC, id`).all(),
    find,
    pictures,
    /** Returns a draft as a Markdown file. */
    toFile: (draft: StoredDraft): LetterFile => ({ ...fileOf(draft), photos: pictures(draft.id), draft: draft.id }),
    /** Stores a new draft. */
    create: (words: DraftWords, author: string | null) =>
      db
        .prepare<[object], StoredDraft>(
          `INSERT INTO letter_drafts (list, subject, text, first_readers, rest_of, author, changed_at)
           VALUES (@list, @subject, @text, @firstReaders, @restOf, @author, @now) RETURNING ${COLUMNS}`,
        )
        .get({ ...words, author, now: now() }) as StoredDraft,
    /**
     * Saves a change based on the given version; undefined if the draft is gone. A content change cancels the
     * schedule, because nobody has reviewed the new content.
     */
    save(id: number, words: DraftWords, version: number, author: string | null): Saved | undefined {
      const draft = db
        .prepare<[object], StoredDraft>(
          `UPDATE letter_drafts SET list = @list, subject = @subject, text = @text, first_readers = @firstReaders,
                  rest_of = @restOf, author = @author, changed_at = @now, version = version + 1,
                  sends_at = iif(${SAME}, sends_at, NULL),
                  problem = iif(problem IS @unscheduled OR (sends_at IS NOT NULL AND NOT (${SAME})), @unscheduled, NULL)
           WHERE id = @id AND version = @version RETURNING ${COLUMNS}`,
        )
        .get({ ...words, id, version, author, now: now(), unscheduled: UNSCHEDULED })
      if (draft) return { isSaved: true, draft }
      const stored = find(id)
      // Identical content counts as saved: a retry after a lost response.
      return stored && { isSaved: hasWords(stored, words), draft: stored }
    },
    /** Adds a photo and returns the name for the draft's Markdown. */
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
    /** Stores a photo under the name that the Markdown already uses. */
    keepPicture(id: number, name: string, jpeg: Buffer): void {
      db.prepare('INSERT INTO letter_draft_pictures VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run(id, name, jpeg)
    },
    /** Schedules a draft, or with null cancels its schedule; returns false for a time in the past. */
    schedule(id: number, sendsAt: string | null): boolean {
      if (sendsAt !== null && sendsAt <= now()) return false
      db.prepare('UPDATE letter_drafts SET sends_at = ?, problem = NULL WHERE id = ?').run(sendsAt, id)
      return true
    },
    /** Cancels the schedule and stores the reason why the draft was not sent. */
    hold(id: number, problem: string): void {
      db.prepare('UPDATE letter_drafts SET sends_at = NULL, problem = ? WHERE id = ?').run(problem.slice(0, 1000), id)
    },
    remove(id: number): void {
      db.prepare('DELETE FROM letter_drafts WHERE id = ?').run(id)
    },
    /** Drafts due for sending, earliest first. */
    due: () =>
      db
        .prepare<[string], StoredDraft>(
          `SELECT ${COLUMNS} FROM letter_drafts WHERE sends_at <= ? ORDER BY sends_at, id`,
        )
        .all(now()),
  }
}

/** True if a draft has this content. */
export function hasWords(draft: DraftWords, words: DraftWords): boolean {
  const names = Object.keys(words) as (keyof DraftWords)[]
  return names.every((name) => draft[name] === words[name])
}

/** Cancels all schedules of a restored copy, because those letters may have been sent since the copy was made. */
export function holdScheduled(db: Database): void {
  db.prepare(
    `UPDATE letter_drafts SET sends_at = NULL, problem = 'La base a été restaurée : si elle n’est pas partie, redites son heure.'
     WHERE sends_at IS NOT NULL`,
  ).run()
}

/** Returns the words of a draft as a Markdown file. JSON strings are valid YAML. */
export function fileOf({ list, subject, text, firstReaders, restOf }: DraftWords): LetterFile {
  return { list, text: `---\nobjet: ${JSON.stringify(subject)}\n---\n\n${text}\n`, firstReaders, restOf }
}

/** Returns the Markdown of a letter's file without its front matter. */
export function bodyOf(file: string): string {
  return file.replace(/^---\n[\s\S]*?\n---\n/, '').trim()
}
