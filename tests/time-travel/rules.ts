import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { forms } from '../../src/forms/index.ts'
import { type Backend, hashOf } from './backend.ts'
import { type Ledger, LISTS } from './ledger.ts'

const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())

/** Compares database, links, e-mails and files with the ledger. */
export function examine(backend: Backend, ledger: Ledger): void {
  examineRows(backend, ledger)
  examineWhatBelongsToRows(backend, ledger)
  examineFollowUps(backend, ledger)
  examineLetters(backend, ledger)
  examineFiles(backend)
}

function examineRows({ db }: Backend, ledger: Ledger): void {
  for (const { name, table } of Object.values(forms)) {
    const list = LISTS.includes(name)
    const consent = list ? ', confirmed_at, unsubscribed_at' : ''
    const held = db
      .prepare(
        `SELECT reference, email, created_at, keep_until, suspected_spam ${consent} FROM leads JOIN ${table} USING (reference)`,
      )
      .all()
    const due = [...ledger.rows]
      .filter(([, row]) => row.form === name)
      .map(([reference, { email, at, keepUntil = null, suspected, confirmedAt, unsubscribedAt }]) => ({
        reference,
        email,
        created_at: iso(at),
        keep_until: keepUntil,
        suspected_spam: Number(suspected),
        ...(list && { confirmed_at: iso(confirmedAt), unsubscribed_at: iso(unsubscribedAt) }),
      }))
    same(sorted(held), sorted(due), `rows of ${table}`)
  }
}

function examineWhatBelongsToRows({ db, objections }: Backend, ledger: Ledger): void {
  const { rows, links, traces, objected } = ledger
  const pluck = (sql: string) => db.prepare<[], string>(sql).pluck().all()
  same(pluck('SELECT hash FROM consent_tokens').sort(), [...links.keys()].map(hashOf).sort(), 'valid links')
  const sent = db.prepare(
    // Daily and weekly summaries belong to no submission.
    'SELECT reference, kind, recipient AS "to", sent_at AS at FROM outbox WHERE sent_at IS NOT NULL AND about IS NULL',
  )
  same(sorted(sent.all()), sorted(traces.map((trace) => ({ ...trace, at: iso(trace.at) }))), 'sent e-mails')
  for (const table of ['outbox', 'consent_events', 'consent_tokens'])
    for (const reference of pluck(`SELECT DISTINCT reference FROM ${table} WHERE reference IS NOT NULL`))
      same(rows.has(reference), true, `${table} refers to ${reference}, which exists`)
  same(pluck('SELECT email_hash FROM objections').length, objected.size, 'number of objections')
  for (const email of objected) same(objections.has(email), true, `the objection of ${email} is stored`)
}

/** Follow-ups and their changes exist exactly as long as their lead. */
function examineFollowUps({ db }: Backend, { rows }: Ledger): void {
  const held = db
    .prepare('SELECT reference, form, created_at AS at, suspected_spam AS suspected, remind_on FROM leads')
    .all()
  const due = [...rows].map(([reference, { form, at, suspected, remindOn = null }]) => ({
    reference,
    form,
    at: iso(at),
    suspected: Number(suspected),
    remind_on: remindOn,
  }))
  same(sorted(held), sorted(due), 'follow-ups')
  const notes = db.prepare("SELECT reference, text FROM thread WHERE kind = 'note'").all()
  const noted = [...rows].flatMap(([reference, row]) => row.notes.map((text) => ({ reference, text })))
  same(sorted(notes), sorted(noted), 'notes in the threads')
}

function examineLetters({ db }: Backend, { letters }: Ledger): void {
  const held = db.prepare('SELECT list, created_at FROM letters ORDER BY id').all()
  const due = letters.map(({ list, at }) => ({ list, created_at: iso(at) }))
  same(sorted(held), sorted(due), 'letters')
}

/** File names explained in the operator's guide («Fichiers, à côté de la base»). */
const KNOWN = /^(-wal|-shm|\.key|\.erasures|\.lock|\.v\d+|\.avant-\d{8}-\d{6}(-wal|-shm|\.key|\.erasures)?)?$/

function examineFiles({ path }: Backend): void {
  const name = basename(path)
  for (const file of readdirSync(dirname(path))) {
    same(KNOWN.test(file.slice(name.length)), true, `the guide explains ${file}`)
    same(statSync(join(dirname(path), file)).mode & 0o077, 0, `permissions of group and others on ${file}`)
  }
}

/** No deleted address remains in the bytes of the database and its log. */
export function examineBytes({ db, path }: Backend, everybody: readonly string[]): void {
  const recipients = db.prepare<[], string>('SELECT recipient FROM outbox WHERE recipient IS NOT NULL').pluck().all()
  const held = Object.values(forms).flatMap(({ table }) =>
    db.prepare<[], string>(`SELECT email FROM ${table}`).pluck().all(),
  )
  // A note may contain any address.
  const notes = db.prepare<[], string>('SELECT text FROM thread').pluck().all()
  const text = [...recipients, ...held, ...notes].join('\n').toLowerCase()
  for (const file of [path, `${path}-wal`]) {
    const bytes = readFileSync(file)
    for (const email of everybody)
      if (!text.includes(email)) same(bytes.includes(email), false, `${basename(file)} still contains ${email}`)
  }
}

function sorted(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort()
}

/** Throws with both values if they differ. */
export function same(actual: unknown, expected: unknown, what: string): void {
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(`${what}: ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`)
}
