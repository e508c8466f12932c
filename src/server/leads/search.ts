import { setImmediate as nextTurn } from 'node:timers/promises'
import { allForms } from '../../forms/index.ts'
import { type Database, pluck } from '../database/database.ts'
import { type Lead, leadFinder, leadsOf } from './leads.ts'

/** Number of leads read at once, in some milliseconds; other requests are served in between. */
const SLICE = 400

/**
 * Returns the leads that contain all the words in their form or thread, the latest first, including suspected spam.
 * Reads every lead: of a company with some thousands that takes less than an index costs to keep.
 */
export async function searchLeads(db: Database, words: string, limit: number): Promise<Lead[]> {
  const wanted = testsOf(words)
  if (wanted.length === 0) return []
  const find = leadFinder(db)
  const found: string[] = []
  let end = Number(pluck(db, 'SELECT coalesce(max(id), 0) + 1 FROM leads').get())
  while (end > 1 && found.length < limit && db.open) {
    const slice = readSlice(db, end)
    for (const { reference, text } of slice.texts) if (wanted.every((holds) => holds(text))) found.push(reference)
    end = slice.start
    await nextTurn()
  }
  return found.slice(0, limit).flatMap((reference) => find(reference) ?? [])
}

/** Returns the texts of the leads with the highest ids below `end`, the newest first, and where they start. */
function readSlice(db: Database, end: number) {
  const start = Number(
    pluck(db, 'SELECT min(id) FROM (SELECT id FROM leads WHERE id < ? ORDER BY id DESC LIMIT ?)').get(end, SLICE) ?? 0,
  )
  const threads = new Map(
    db
      .prepare<[number, number], [string, string]>(
        `SELECT reference, group_concat(coalesce(subject, '') || char(10) || text, char(10)) FROM leads
         JOIN thread USING (reference) WHERE leads.id >= ? AND leads.id < ? GROUP BY reference`,
      )
      .raw()
      .all(start, end),
  )
  const texts = allForms.flatMap((form) => {
    const choices = Object.entries(form.fields).flatMap(([name, { options }]) => (options ? [{ name, options }] : []))
    const answers = `concat_ws(char(10), ${Object.keys(form.fields).join(', ')})`
    const columns = ['id', 'reference', answers, ...choices.map(({ name }) => name)]
    return db
      .prepare<[number, number], [number, string, string, ...(string | null)[]]>(
        `SELECT ${columns.join(', ')} FROM ${leadsOf(form)} WHERE id >= ? AND id < ?`,
      )
      .raw()
      .all(start, end)
      .map(([id, reference, typed, ...chosen]) => {
        const labels = choices.map(({ options }, index) => options[chosen[index] ?? ''] ?? '')
        const said = threads.get(reference) ?? ''
        const parts = [reference, reference.replaceAll('-', ''), form.deskTitle, typed, ...labels, said]
        return { id, reference, text: fold(parts.join('\n')) }
      })
  })
  return { start, texts: texts.sort((a, b) => b.id - a.id) }
}

/** Numbers that follow each other, separated by one space, or else one word. */
const NUMBERS_OR_WORD = /(?<!\S)[+\d(),.\-/]+(?: [+\d(),.\-/]+)*(?!\S)|\S+/g
const NUMBERS = /^[+\d(),.\-/ ]+$/
/** What may stand between the digits of one number: the desk shows a measure with a comma, the database has a point. */
const GAPS = /(?<=\d)[ \u00A0,.\-/()]{1,3}(?=\d)/g

/** Returns a test of the text of a lead for each word. Numbers are found as one number, or each on its own. */
function testsOf(words: string): ((text: string) => boolean)[] {
  return (fold(words).match(NUMBERS_OR_WORD) ?? [])
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
    .map((piece) => {
      if (!NUMBERS.test(piece)) return (text) => text.includes(piece)
      const number = nationalOf(piece)
      const parts = piece.split(' ').map((part) => part.replace(/\D/g, ''))
      return (text) => {
        const close = text.replace(GAPS, '')
        return close.includes(number) || parts.every((part) => close.includes(part))
      }
    })
}

/** Returns the digits of a number; of a French telephone number those that all its forms have in common. */
function nationalOf(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  return digits.replace(/^(?:0|(?:00)?330?)(?=[1-9]\d{8}$)/, '')
}

/** Returns a text in lower case, without accents, ligatures and curved apostrophes. */
function fold(text: string): string {
  return text.toLowerCase().replace(/[^\0-\x7f]/g, plainSign)
}

const PLAIN = new Map([
  ['œ', 'oe'],
  ['æ', 'ae'],
  ['’', "'"],
])

/** Each sign once, because this takes a third of the time of a search. */
function plainSign(sign: string): string {
  const plain = PLAIN.get(sign) ?? sign.normalize('NFD').replace(/\p{M}/gu, '')
  PLAIN.set(sign, plain)
  return plain
}
