import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { purge } from '../../src/server/leads/retention/retention.ts'
import type { Mail } from '../../src/server/mail/mail.ts'
import type { Dispatch } from '../../src/server/mail/message.ts'
import { type Backend, openBackend, tokensIn } from './backend.ts'
import { type Erasure, type Ledger, LISTS, purgeLedger, readersOf } from './ledger.ts'
import { examine, examineBytes, same } from './rules.ts'

/** A backup made by `hera backup`, and the ledger at that time. */
export interface Copy {
  path: string
  at: number
  ledger: Ledger
}

/** All addresses in a story. None contains another. */
export const EVERYBODY = ['ana', 'bob', 'eve'].map((name) => `${name}@exemple.fr`)

/** One simulated history of an installation, across machines: its actual and its expected contents. */
export interface Story {
  folder: string
  now: number
  backend: Backend
  ledger: Ledger
  erasures: Erasure[]
  copies: Copy[]
  mailWorks: boolean
  /** Counter for unique names. */
  count: number
}

/** Begins a story. @param prepare writes a database of an earlier version and returns its contents */
export function beginStory(now: number, prepare: (path: string) => Ledger): Story {
  const folder = mkdtempSync(join(tmpdir(), 'hera-story-'))
  const path = newMachine(folder, 0)
  const story: Partial<Story> = { folder, now, erasures: [], copies: [], mailWorks: true, count: 0 }
  const ledger = prepare(path)
  return Object.assign(story, { ledger, backend: openBackend(path, () => new Date(story.now ?? 0)) }) as Story
}

export function endStory({ backend, folder }: Story): void {
  backend.db.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the database path of the next machine, in a folder of its own. */
export function newMachine(folder: string, count: number): string {
  const machine = join(folder, `machine-${count}`)
  mkdirSync(machine)
  return join(machine, 'hera.sqlite')
}

/** Restarts the server with a database. */
export function reopen(story: Story, path: string): void {
  story.backend.db.close()
  story.backend = openBackend(path, () => new Date(story.now))
}

/** Simulates a kill: copies the files without a checkpoint and restarts. */
export function crash(story: Story): void {
  story.count += 1
  const path = newMachine(story.folder, story.count)
  for (const end of ['', '-wal', '.key', '.erasures'])
    if (existsSync(story.backend.path + end)) copyFileSync(story.backend.path + end, path + end)
  reopen(story, path)
}

/** Sends due e-mails and checks each. */
export function sendMail(story: Story): void {
  const { backend, ledger, now, mailWorks } = story
  if (!mailWorks) return
  for (const row of ledger.rows.values()) {
    const waits = row.confirmedAt === undefined && row.unsubscribedAt === undefined && !row.suspected
    if (LISTS.includes(row.form) && waits && !ledger.objected.has(row.email)) row.askedAt ??= now
  }
  const going = ledger.letters.filter(({ isOver }) => !isOver)
  const readers = going
    .flatMap((letter) => readersOf(ledger, letter).map((reference) => [letter.list, reference] as const))
    .filter(
      ([list, reference], index, all) => list !== 'waitlist' || all.findIndex(([, one]) => one === reference) === index,
    )
    .map(([, reference]) => reference)
  const reached: string[] = []
  backend.writeToStaff()
  backend.sendMail((mail, dispatch) => {
    receive(story, mail, dispatch)
    const [{ kind, reference }] = dispatch.messages
    if (kind === 'letter') reached.push(reference)
  })
  same(reached.sort(), readers.sort(), 'recipients of letters')
  for (const letter of going) letter.isOver = true
}

/** Kinds of internal e-mails that belong to no submission. */
const OF_A_DAY = ['morning']

function receive({ ledger, now }: Story, mail: Mail, { messages }: Dispatch): void {
  for (const { reference, kind, recipient } of messages) {
    if (OF_A_DAY.includes(kind)) continue
    const row = ledger.rows.get(reference)
    if (!row) throw new Error(`an e-mail (${kind}) refers to the deleted lead ${reference}`)
    ledger.traces.push({ reference, kind, to: recipient, at: now })
    same(row.suspected, false, `${kind} about a suspected submission`)
    if (kind === 'lead') continue
    same(mail.to, [row.email], `recipients of ${kind}`)
    if (!LISTS.includes(row.form)) continue
    same(ledger.objected.has(row.email), false, `${kind} sent despite an objection`)
    same(row.unsubscribedAt, undefined, `${kind} sent after unsubscribing`)
    if (kind === 'welcome') same(row.confirmedAt !== undefined, true, 'welcome sent after a confirmation')
    const { confirm, unsubscribe } = tokensIn(mail)
    same(unsubscribe.length, 1, `number of unsubscribe links in ${kind}`)
    for (const token of confirm) ledger.links.set(token, { purpose: 'confirm', reference, at: now })
    for (const token of unsubscribe) ledger.links.set(token, { purpose: 'unsubscribe', reference, at: now })
  }
}

/** Advances the time, purges and sends due messages. Backups older than fourteen days are deleted. */
export function pass(story: Story, until: number): void {
  story.now = until
  const { backend, ledger } = story
  purge(backend.db, new Date(until))
  purgeLedger(ledger, until, (reference) => holds(backend, reference))
  examineBytes(backend, EVERYBODY)
  const expired = story.copies.filter(({ at }) => at < until - COPIES_MS)
  for (const { path } of expired) for (const end of ['', '.key', '.erasures']) rmSync(path + end, { force: true })
  story.copies = story.copies.filter((copy) => !expired.includes(copy))
  sendMail(story)
}

/** deploy/hera-sauvegarde.service keeps fourteen nightly copies. */
const COPIES_MS = 14 * 86_400_000

function holds({ db }: Backend, reference: string): boolean {
  const tables = db.prepare<[], string>("SELECT name FROM pragma_table_list WHERE type = 'table'").pluck().all()
  return tables
    .filter((table) =>
      (db.pragma(`table_info(${table})`) as { name: string }[]).some(({ name }) => name === 'keep_until'),
    )
    .some((table) => db.prepare(`SELECT 1 FROM ${table} WHERE reference = ?`).get(reference) !== undefined)
}

/** Compares the database with the ledger. */
export function examineStory({ backend, ledger }: Story): void {
  examine(backend, ledger)
}
