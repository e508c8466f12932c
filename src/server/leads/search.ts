import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Form } from '../../forms/form.ts'
import { allForms } from '../../forms/index.ts'
import { type Database, pluck } from '../database/database.ts'
import { findLead, formOf, type Lead, leadFinder, leadsOf } from './leads.ts'

/** Number of leads indexed in one transaction of some milliseconds; other requests are served in between. */
const CHUNK = 100
/** A number as typed: with spaces, dots, dashes, brackets or slashes, and an optional plus. */
const NUMBER = /\+?\d[\d \u00A0\u202F().\-/]*\d/g
/** Minimum number of digits of numbers that are also found by their last digits, as telephone numbers are. */
const LONG_NUMBER = 8
/** Minimum number of last digits that find a long number. */
const SHORTEST_END = 3
/**
 * Maximum number of digits indexed from each position of a long number: no telephone number has more (E.164), and
 * several may follow each other.
 */
const INDEXED_DIGITS_MAX = 15

/** Returns the leads of all forms that contain all the words, the latest first, including suspected spam. */
export async function searchLeads(db: Database, words: string, limit: number): Promise<Lead[]> {
  const query = toFtsQuery(words)
  if (!query) return []
  await indexNewLeads(db)
  const find = leadFinder(db)
  // Index order is the order of arrival, so the first rows are found without reading the others.
  return pluck<string>(
    db,
    `SELECT reference FROM lead_words JOIN leads ON leads.id = lead_words.rowid
       WHERE lead_words MATCH ? ORDER BY lead_words.rowid DESC LIMIT ?`,
  )
    .all(query, limit)
    .flatMap((reference) => find(reference) ?? [])
}

/**
 * Adds the words of leads received since the last call to `lead_words`. Called before each search and when the server
 * starts, so that storing a submission does not wait for it (docs/decisions/0033).
 */
export async function indexNewLeads(db: Database): Promise<void> {
  while (db.open && indexChunk(db)) await nextTurn()
}

/** Adds the words of the next leads. Returns false if there are none. */
function indexChunk(db: Database): boolean {
  const [from = 0, to = 0] =
    db
      .prepare<[], [number, number]>(
        `SELECT min(id), max(id) FROM (SELECT id FROM leads WHERE id > ${LAST_INDEXED} ORDER BY id LIMIT ${CHUNK})`,
      )
      .raw()
      .get() ?? []
  if (!from) return false
  db.transaction(() => {
    const insert = db.prepare(INSERT)
    for (const lead of allForms.flatMap((form) => leadsBetween(db, form, from, to)).sort((a, b) => a.id - b.id))
      insert.run(lead.id, wordsOf(db, lead))
  }).immediate()
  return true
}

/** Replaces the indexed words of a changed lead. Call it in the transaction of the change. */
export function reindex(db: Database, reference: string): void {
  const lead = findLead(db, reference)
  if (!lead || lead.id > Number(pluck(db, `SELECT ${LAST_INDEXED}`).get())) return
  removeFromIndex(db, lead.id)
  db.prepare(INSERT).run(lead.id, wordsOf(db, lead))
}

/** Deletes the indexed words of a lead before it is changed or gets a new id. Call it in the same transaction. */
export function removeFromIndex(db: Database, id: number): void {
  db.prepare('DELETE FROM lead_words WHERE rowid = ?').run(id)
}

/**
 * Returns the FTS5 query for a text: all words, in any order, as prefixes; numbers however they are spaced. Undefined
 * for a text without a letter or digit.
 */
export function toFtsQuery(text: string): string | undefined {
  const pieces = normalizeText(text)
    .split(/\s+/)
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
  const terms = (pieces.join(' ').match(NUMBERS_OR_WORD) ?? []).map((found) => {
    if (!NUMBERS.test(found)) return prefixTerm(found)
    // Matches the parts as one number, or each part on its own.
    const apart = found.split(' ').map(prefixTerm).join(' AND ')
    return `(${prefixTerm(digitsOf(found))} OR (${apart}))`
  })
  return terms.length > 0 ? terms.join(' AND ') : undefined
}

/** Numbers that follow each other in a query, separated by one space, or else one word. */
const NUMBERS_OR_WORD = /(?<!\S)[+\d().\-/]+(?: [+\d().\-/]+)*(?!\S)|\S+/g
const NUMBERS = /^[+\d().\-/ ]+$/

const LAST_INDEXED = '(SELECT coalesce(max(rowid), 0) FROM lead_words)'
const INSERT = 'INSERT INTO lead_words (rowid, words) VALUES (?, ?)'

function leadsBetween(db: Database, form: Form, from: number, to: number): Lead[] {
  return db.prepare<[number, number], Lead>(`SELECT * FROM ${leadsOf(form)} WHERE id BETWEEN ? AND ?`).all(from, to)
}

/**
 * Returns the indexed text of a lead: reference, name of the form, answers (choices by their label), note, replies,
 * and each number again without spaces.
 */
function wordsOf(db: Database, lead: Lead): string {
  const { deskTitle, fields } = formOf(lead)
  const answers = Object.entries(fields).flatMap(([name, { options }]) => {
    const answer = lead[name]
    return answer === null ? [] : [options?.[String(answer)] ?? String(answer)]
  })
  const replies = pluck<string>(db, 'SELECT text FROM replies WHERE reference = ?').all(lead.reference)
  const { reference, note } = lead
  const words = [reference, reference.replaceAll('-', ''), deskTitle, ...answers, note ?? '', ...replies]
  const text = normalizeText(words.join('\n'))
  const numbers = (text.match(NUMBER) ?? []).flatMap((number) => {
    const digits = digitsOf(number)
    const ends = digits.length >= LONG_NUMBER ? digits.length - SHORTEST_END : 0
    return [digits, ...Array.from({ length: ends }, (_, i) => digits.slice(i + 1, i + 1 + INDEXED_DIGITS_MAX))]
  })
  return [text, ...numbers].join('\n')
}

/** Returns the digits of a number; a French telephone number in its national form. */
function digitsOf(number: string): string {
  const digits = number.replace(/\D/g, '')
  return /^(?:00|\+)/.test(number.trim()) ? digits.replace(/^(?:00)?330?(?=[1-9]\d{8}$)/, '0') : digits
}

/** Returns an FTS5 string: the words of a piece, the last of which is a prefix. */
function prefixTerm(piece: string): string {
  return `"${piece.replace(/["\0]/g, ' ')}"*`
}

/** Normalizes a text for the search: lower case, no accents, ligatures as two letters, straight apostrophes. */
function normalizeText(text: string): string {
  const lower = text.toLowerCase()
  // Faster for most texts, which are ASCII.
  if (/^[ -~\n]*$/.test(lower)) return lower
  return lower.replaceAll('œ', 'oe').replaceAll('æ', 'ae').replaceAll('’', "'").normalize('NFD').replace(/\p{M}/gu, '')
}
