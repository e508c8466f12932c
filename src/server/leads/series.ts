import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'

/** Whether pieces of the series are spoken for, or have left the house. */
const PIECE_STATES = ['réservée', 'partie'] as const

/** Most pieces that one entry holds. */
const PIECES_MAX = 10_000

/** What is said where an entry is no longer as the page showed it. */
const CHANGED = 'Quelqu’un y a touché entre-temps, rien n’y est changé.'
/** What is said where the same was noted for nobody in particular, which may be a second press or another sale. */
const REPEATED = 'Ces pièces viennent d’être notées. S’il s’agit d’autres pièces, notez-les de nouveau.'

/** An entry of the register of the series. */
export interface SeriesEntry {
  id: number
  /** Whom the pieces are for; null once the lead is erased, or for a sale that came another way. */
  reference: string | null
  pieces: number
  state: (typeof PIECE_STATES)[number]
  /** Address that signed in to the desk; null for the command. */
  author: string | null
  /** When it was last noted, UTC ISO text: with the id, it tells the entry that a page showed from a later one. */
  at: string
}

/** When the latest of these entries was noted; empty for none. A form sends it, so that a second press notes nothing. */
export const lastNoted = (entries: readonly Pick<SeriesEntry, 'at'>[]) =>
  entries.reduce((last, { at }) => (at > last ? at : last), '')

export type Series = ReturnType<typeof createSeries>

/** The register of the series: who has spoken for pieces, and which are gone. */
export function createSeries(db: Database, clock: Clock) {
  const COLUMNS = 'id, reference, pieces, state, author, at'
  /** How far the series is. */
  const counts = () =>
    db
      .prepare<[], { reserved: number; gone: number }>(
        `SELECT coalesce(sum(pieces) FILTER (WHERE state = 'réservée'), 0) AS reserved,
                coalesce(sum(pieces) FILTER (WHERE state = 'partie'), 0) AS gone FROM series_pieces`,
      )
      .get() ?? { reserved: 0, gone: 0 }

  return {
    entries: () => db.prepare<[], SeriesEntry>(`SELECT ${COLUMNS} FROM series_pieces ORDER BY id DESC`).all(),
    of: (reference: string) =>
      db
        .prepare<[string], SeriesEntry>(`SELECT ${COLUMNS} FROM series_pieces WHERE reference = ? ORDER BY id`)
        .all(reference),
    counts,
    /**
     * Notes pieces for a lead, or with null for somebody else. Returns a French sentence where that is not possible.
     * A lead for which the same was noted since the page was made is left as it is.
     * @param total pieces of the series
     * @param seen `lastNoted` of the page; null where that is not known
     */
    add: db.transaction(
      (
        reference: string | null,
        pieces: unknown,
        state: unknown,
        total: number,
        author: string | null,
        seen: string | null = null,
      ) => {
        const count = Number(pieces)
        if (!/^\d{1,5}$/.test(String(pieces)) || count < 1 || count > PIECES_MAX)
          return 'Écrivez combien de pièces, en chiffres.'
        if (!PIECE_STATES.some((known) => known === state)) return `Choisissez un état : ${PIECE_STATES.join(', ')}.`
        const repeated = db
          .prepare('SELECT 1 FROM series_pieces WHERE reference IS ? AND pieces = ? AND state = ? AND at > ?')
          .get(reference, count, state, seen)
        if (repeated) return reference === null ? REPEATED : undefined
        const { reserved, gone } = counts()
        const free = total - reserved - gone
        if (count > free)
          return free > 0
            ? `Il ne reste que ${free} ${free > 1 ? 'pièces' : 'pièce'} sur ${total}.`
            : `Les ${total} pièces de la série sont toutes réservées ou parties.`
        // The lead may have been erased since its page was opened.
        db.prepare(
          `INSERT INTO series_pieces (reference, pieces, state, author, at)
           VALUES ((SELECT reference FROM leads WHERE reference = ?), ?, ?, ?, ?)`,
        ).run(reference, count, state, author, clock().toISOString())
        return undefined
      },
    ).immediate,
    /**
     * Notes that reserved pieces have left the house. Returns a French sentence where the entry has changed.
     * @param seen its `at` as the page showed it, because an id is given again once its entry is taken out
     */
    markGone(id: number, seen: string | null, author: string | null) {
      const { changes } = db
        .prepare("UPDATE series_pieces SET state = 'partie', author = ?, at = ? WHERE id = ? AND at = ?")
        .run(author, clock().toISOString(), id, seen)
      return changes === 0 ? CHANGED : undefined
    },
    /** Takes an entry out, as `markGone` changes it: its pieces are free again. */
    remove(id: number, seen: string | null) {
      const { changes } = db.prepare('DELETE FROM series_pieces WHERE id = ? AND at = ?').run(id, seen)
      return changes === 0 ? CHANGED : undefined
    },
  }
}
