import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'

/** Pieces of the series are reserved, or have left the company. */
const PIECE_STATES = ['réservée', 'partie'] as const

/** Maximum number of pieces of one entry. */
const PIECES_MAX = 10_000

/** Message if an entry has changed since the page was rendered. */
const CHANGED = 'Quelqu’un y a touché entre-temps, rien n’y est changé.'
/** Message if the same entry without a lead was just added, because it may be a double click or another sale. */
const REPEATED = 'Ces pièces viennent d’être notées. S’il s’agit d’autres pièces, notez-les de nouveau.'

/** An entry of the register of the series. */
export interface SeriesEntry {
  id: number
  /** Lead that the pieces are for; null once the lead is erased, or for a sale without a lead. */
  reference: string | null
  pieces: number
  state: (typeof PIECE_STATES)[number]
  /** Address that signed in to the desk; null for the command. */
  author: string | null
  /** When it was last changed, UTC ISO 8601. Ids are reused, so id and time identify the entry that a page showed. */
  at: string
}

/** Returns when the latest of these entries was changed, or ''. Forms send it, so that a double click adds nothing. */
export const lastNoted = (entries: readonly Pick<SeriesEntry, 'at'>[]) =>
  entries.reduce((last, { at }) => (at > last ? at : last), '')

export type Series = ReturnType<typeof createSeries>

/** Register of the series: pieces that are reserved and pieces that have left, of `total`. */
export function createSeries(db: Database, clock: Clock, total: number) {
  const COLUMNS = 'id, reference, pieces, state, author, at'
  /** Returns the number of reserved pieces and of pieces that have left. */
  const counts = () =>
    db
      .prepare<[], { reserved: number; gone: number }>(
        `SELECT coalesce(sum(pieces) FILTER (WHERE state = 'réservée'), 0) AS reserved,
                coalesce(sum(pieces) FILTER (WHERE state = 'partie'), 0) AS gone FROM series_pieces`,
      )
      .get() ?? { reserved: 0, gone: 0 }

  return {
    total,
    entries: () => db.prepare<[], SeriesEntry>(`SELECT ${COLUMNS} FROM series_pieces ORDER BY id DESC`).all(),
    of: (reference: string) =>
      db
        .prepare<[string], SeriesEntry>(`SELECT ${COLUMNS} FROM series_pieces WHERE reference = ? ORDER BY id`)
        .all(reference),
    counts,
    /**
     * Adds pieces for a lead, or for another sale if the reference is null. Returns a French error if that is not
     * possible. Adds nothing for a lead if the same entry was added since the page was rendered.
     * @param seen `lastNoted` of the page; null if unknown
     */
    add: db.transaction(
      (
        reference: string | null,
        pieces: unknown,
        state: unknown,
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
     * Records that reserved pieces have left. Returns a French error if the entry has changed.
     * @param seen `at` of the entry on the page, because ids of removed entries are reused
     */
    markGone(id: number, seen: string | null, author: string | null) {
      const { changes } = db
        .prepare("UPDATE series_pieces SET state = 'partie', author = ?, at = ? WHERE id = ? AND at = ?")
        .run(author, clock().toISOString(), id, seen)
      return changes === 0 ? CHANGED : undefined
    },
    /** Removes an entry, so that its pieces are free again. Parameters and result as for `markGone`. */
    remove(id: number, seen: string | null) {
      const { changes } = db.prepare('DELETE FROM series_pieces WHERE id = ? AND at = ?').run(id, seen)
      return changes === 0 ? CHANGED : undefined
    },
  }
}
