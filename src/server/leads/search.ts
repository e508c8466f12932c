import { setImmediate as nextTurn } from 'node:timers/promises'
import { allForms } from '../../forms/index.ts'
import { type Database, pluck } from '../database/database.ts'
import { type Lead, leadFinder, leadsOf } from './leads.ts'

/** Number of leads read at once, in some milliseconds; other requests are served in between. */
const SLICE = 400
/** What may stand between the digits of a number. */
const GAP = '[\\s.\\-/()]{0,3}'

/**
 * Returns the leads that contain all the words in their form or thread, the latest first, including suspected spam.
 * Reads every lead: of a company with some thousands that takes less than an index costs to keep.
 */
export async function searchLeads(db: Database, words: string, limit: number): Promise<Lead[]> {
  const wanted = patternsOf(words)
  if (wanted.length === 0) return []
  const find = leadFinder(db)
  const found: string[] = []
  let end = Number(pluck(db, 'SELECT coalesce(max(id), 0) + 1 FROM leads').get())
  while (end > 1 && found.length < limit && db.open) {
    const slice = readSlice(db, end)
    for (const { reference, text } of slice.texts) if (wanted.every((each) => each.test(text))) found.push(reference)
    end = slice.start
    await nextTurn()
  }
  return found.slice(0, limit).flatMap((reference) => find(reference) ?? [])
}

/** True if a text contains something to look for. */
export function isSearchable(words: string): boolean {
  return patternsOf(words).length > 0
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
    const choices = Object.entries(form.fields).flatMap(([name, { options }]) =>
      options ? [[name, options] as const] : [],
    )
    return db
      .prepare<[number, number], Lead>(`SELECT * FROM ${leadsOf(form)} WHERE id >= ? AND id < ?`)
      .all(start, end)
      .map((lead) => {
        const { id, reference } = lead
        const answers = Object.keys(form.fields).map((name) => lead[name] ?? '')
        const labels = choices.map(([name, options]) => options[String(lead[name])] ?? '')
        const parts = [reference, reference.replaceAll('-', ''), form.deskTitle, ...answers, ...labels]
        return { id, reference, text: `${parts.join('\n')}\n${threads.get(reference) ?? ''}` }
      })
  })
  return { start, texts: texts.sort((a, b) => b.id - a.id) }
}

/** Numbers that follow each other, separated by one space, or else one word. */
const NUMBERS_OR_WORD = /(?<!\S)[+\d().\-/]+(?: [+\d().\-/]+)*(?!\S)|\S+/g

/** Returns a pattern for each word; numbers are found however they are spaced. */
function patternsOf(words: string): RegExp[] {
  return (words.trim().match(NUMBERS_OR_WORD) ?? [])
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
    .map((piece) => new RegExp(/^[+\d().\-/ ]+$/.test(piece) ? numbersPattern(piece) : wordPattern(piece), 'i'))
}

/** Matches the parts as one number, or each part on its own. */
function numbersPattern(text: string): string {
  const parts = text.split(' ').map((part) => part.replace(/\D/g, ''))
  const apart = parts.filter(Boolean).map((part) => `(?=[^]*${spaced(part)})`)
  return `^(?:(?=[^]*${nationalOf(text)})|${apart.join('')})`
}

/** A French number in its national form is also found in its international one, and the other way round. */
function nationalOf(text: string): string {
  const digits = text.replace(/\D/g, '')
  const national = /^(?:00|\+)/.test(text.trim()) ? digits.replace(/^(?:00)?330?(?=[1-9]\d{8}$)/, '0') : digits
  return /^0[1-9]\d{4,}$/.test(national) ? `(?:0|33${GAP}0?)${GAP}${spaced(national.slice(1))}` : spaced(national)
}

const spaced = (digits: string) => [...digits].join(GAP)

/** Letters with the accents that French and its neighbours put on them. */
const ACCENTED: Readonly<Record<string, string>> = {
  a: 'aàáâãäå',
  c: 'cç',
  e: 'eèéêë',
  i: 'iìíîï',
  n: 'nñ',
  o: 'oòóôõöø',
  u: 'uùúûü',
  y: 'yýÿ',
}

/** Matches a word whatever its accents, which the text or the query may lack, apostrophes and ligatures. */
function wordPattern(word: string): string {
  const plain = word.toLowerCase().replaceAll('œ', 'oe').replaceAll('æ', 'ae').normalize('NFD').replace(/\p{M}/gu, '')
  return plain.replace(/oe|ae|./gs, (sign) => {
    if (sign.length === 2) return `(?:${[...sign].map(letter).join('')}|${sign === 'oe' ? 'œ' : 'æ'})`
    return letter(sign)
  })
}

function letter(sign: string): string {
  const set = ACCENTED[sign]
  if (set) return `[${set}]\\p{M}?`.replace('\\p{M}', '[\\u0300-\\u036f]')
  if (sign === "'" || sign === '’') return "['’]"
  return sign.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
