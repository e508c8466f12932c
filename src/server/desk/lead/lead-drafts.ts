import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'

/** What somebody is writing: texts by the name of their field. */
export type DraftFields = Readonly<Record<string, string>>

/** A draft that nobody came back to in this time is forgotten, in milliseconds. */
const FORGET_MS = 90 * 86_400_000
/** Longest text of a field, in characters, and drafts of one person. */
const TEXT_MAX = 20_000
const DRAFTS_MAX = 200

export type Drafts = ReturnType<typeof createDrafts>

/**
 * What is being written at the desk, kept so that a reload, a sign-in or another device brings it back. Writes into the
 * transaction of the caller. An author is the address that signed in; the place of a draft is its lead.
 */
export function createDrafts(db: Database, clock: Clock) {
  const find = db.prepare<[string, string], { fields: string; at: string }>(
    'SELECT fields, at FROM drafts WHERE author = ? AND place = ?',
  )
  const write = db.prepare(
    `INSERT INTO drafts (author, place, reference, fields, at) VALUES (@author, @reference, @reference, @fields, @at)
     ON CONFLICT DO UPDATE SET fields = excluded.fields, at = excluded.at`,
  )
  const drop = db.prepare('DELETE FROM drafts WHERE author = ? AND place = ?')
  const forget = db.prepare(
    `DELETE FROM drafts WHERE at < @before OR (author = @author AND place NOT IN
       (SELECT place FROM drafts WHERE author = @author ORDER BY at DESC LIMIT ${DRAFTS_MAX}))`,
  )
  return {
    find(author: string | null, reference: string): { fields: DraftFields; at: string } | undefined {
      const found = find.get(author ?? '', reference)
      return found && { fields: JSON.parse(found.fields), at: found.at }
    },
    /** Keeps what is being written; nothing but empty texts ends the draft. */
    keep(author: string | null, reference: string, fields: DraftFields): void {
      const texts = Object.entries(fields).map(([name, text]) => [name, text.slice(0, TEXT_MAX)] as const)
      if (texts.every(([, text]) => text.trim() === '')) {
        drop.run(author ?? '', reference)
        return
      }
      const at = clock().toISOString()
      const row = { author: author ?? '', reference, at }
      write.run({ ...row, fields: JSON.stringify(Object.fromEntries(texts)) })
      forget.run({ author: row.author, before: new Date(clock().getTime() - FORGET_MS).toISOString() })
    },
    drop(author: string | null, reference: string): void {
      drop.run(author ?? '', reference)
    },
  }
}
