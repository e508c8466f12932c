import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Form } from '../../forms/form.ts'
import { allForms } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import { pluck } from '../database/pluck.ts'
import { findLead, formOf, type Lead, leadFinder, leadsOf } from './leads.ts'

/** Leads whose words are added in one transaction: some milliseconds, so that other requests are answered in between. */
const CHUNK = 100
/** A number as people write it: with spaces, dots, dashes, brackets or slashes, after a plus or not. */
const NUMBER = /\+?\d[\d \u00A0\u202F().\-/]*\d/g
/** Numbers of so many digits are found by their last digits too, as telephone numbers are looked for. */
const LONG_NUMBER = 8
/** Fewest digits by which the end of a long number is found. */
const SHORTEST_END = 3
/** Digits that are kept from each place of a long number on: no telephone number has more (E.164), and several may follow each other. */
const LONGEST = 15

/** The leads of every form that hold all the words, the last to come first; those suspected of spam too. */
export async function searchLeads(db: Database, words: string, limit: number): Promise<Lead[]> {
  const query = toQuery(words)
  if (!query) return []
  await indexNewLeads(db)
  const find = leadFinder(db)
  // In the order of the index, which is that of arrival, so that the first rows come without reading the others.
  return pluck<string>(
    db,
    `SELECT reference FROM lead_words JOIN leads ON leads.id = lead_words.rowid
       WHERE lead_words MATCH ? ORDER BY lead_words.rowid DESC LIMIT ?`,
  )
    .all(query, limit)
    .flatMap((reference) => find(reference) ?? [])
}

/**
 * Adds the words of the leads that came since the last time to `lead_words`. Whoever searches calls it first, and the server
 * when it starts: a submission that is stored does not wait for it, and none is left out (docs/decisions/0033).
 */
export async function indexNewLeads(db: Database): Promise<void> {
  while (db.open && indexChunk(db)) await nextTurn()
}

/** Adds the words of the next leads. Returns false when there were none. */
function indexChunk(db: Database): boolean {
  const [from = 0, to = 0] =
    db
      .prepare<[], [number, number]>(
        `SELECT min(id), max(id) FROM (SELECT id FROM leads WHERE id > ${LAST} ORDER BY id LIMIT ${CHUNK})`,
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

/** Puts the words of a lead that was changed in place of its former ones. To be called in the transaction that does it. */
export function indexAnew(db: Database, reference: string): void {
  const lead = findLead(db, reference)
  if (!lead || lead.id > Number(pluck(db, `SELECT ${LAST}`).get())) return
  forgetWords(db, lead.id)
  db.prepare(INSERT).run(lead.id, wordsOf(db, lead))
}

/** Forgets the words of the lead numbered so, because it gets the next number. To be called in the transaction that does it. */
export function forgetWords(db: Database, id: number): void {
  db.prepare('DELETE FROM lead_words WHERE rowid = ?').run(id)
}

/**
 * What an index of words is asked for: every word of a text, in any order, as the beginning of a word; digits however they
 * are spaced. Undefined for a text without a letter or digit.
 */
export function toQuery(text: string): string | undefined {
  const pieces = normalizeText(text)
    .split(/\s+/)
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
  const terms: string[] = []
  for (let at = 0; at < pieces.length; ) {
    const rest = pieces.slice(at)
    const others = rest.findIndex((piece) => !/^[+\d().\-/]+$/.test(piece))
    const numbers = others === -1 ? rest : rest.slice(0, others)
    if (numbers.length === 0) {
      terms.push(beginning(pieces[at] ?? ''))
      at += 1
      continue
    }
    // Either as one number, or each part for itself.
    const apart = numbers.map(beginning).join(' AND ')
    terms.push(`(${beginning(digitsOf(numbers.join(' ')))} OR (${apart}))`)
    at += numbers.length
  }
  return terms.length > 0 ? terms.join(' AND ') : undefined
}

const LAST = '(SELECT coalesce(max(rowid), 0) FROM lead_words)'
const INSERT = 'INSERT INTO lead_words (rowid, words) VALUES (?, ?)'

function leadsBetween(db: Database, form: Form, from: number, to: number): Lead[] {
  return db.prepare<[number, number], Lead>(`SELECT * FROM ${leadsOf(form)} WHERE id BETWEEN ? AND ?`).all(from, to)
}

/**
 * The reference and the answers, a choice by its label, the note and what the house wrote, and each number in them once more
 * without its spaces.
 */
function wordsOf(db: Database, lead: Lead): string {
  const answers = Object.entries(formOf(lead).fields).flatMap(([name, { options }]) => {
    const answer = lead[name]
    return answer === null ? [] : [options?.[String(answer)] ?? String(answer)]
  })
  const replies = pluck<string>(db, 'SELECT text FROM replies WHERE reference = ?').all(lead.reference)
  const { reference, note } = lead
  const text = normalizeText([reference, reference.replaceAll('-', ''), ...answers, note ?? '', ...replies].join('\n'))
  const numbers = (text.match(NUMBER) ?? []).flatMap((number) => {
    const digits = digitsOf(number)
    const ends = digits.length >= LONG_NUMBER ? digits.length - SHORTEST_END : 0
    return [digits, ...Array.from({ length: ends }, (_, i) => digits.slice(i + 1, i + 1 + LONGEST))]
  })
  return [text, ...numbers].join('\n')
}

/** The digits of a number; that of a French telephone as it is dialled in France. */
function digitsOf(number: string): string {
  const digits = number.replace(/\D/g, '')
  return /^(?:00|\+)/.test(number.trim()) ? digits.replace(/^(?:00)?330?(?=[1-9]\d{8}$)/, '0') : digits
}

/** A string of the query language of FTS5: the words of a piece, the last of which may go on. */
function beginning(piece: string): string {
  return `"${piece.replace(/["\0]/g, ' ')}"*`
}

/** A text as a search compares it: in lower case, without accents, ligatures as two letters, straight apostrophes. */
function normalizeText(text: string): string {
  const lower = text.toLowerCase()
  // Most texts are ASCII, and a search normalizes every row.
  if (/^[ -~\n]*$/.test(lower)) return lower
  return lower.replaceAll('œ', 'oe').replaceAll('æ', 'ae').replaceAll('’', "'").normalize('NFD').replace(/\p{M}/gu, '')
}
