import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { type Form, parse } from '../../src/forms/form.ts'
import { type FormName, forms } from '../../src/forms/index.ts'
import { valid } from '../support/samples.ts'
import { openSite } from '../support/site.ts'
import { addressOf, type Finding, inParallel, post } from './attack.ts'

type Row = Record<string, unknown>
interface Sent {
  form: FormName
  body: Record<string, string>
  /** The acknowledged reference, if a response arrived. */
  reference?: string
}

const AT_ONCE = 24
const KINDS = ['contact', 'waitlist', 'ambassador', 'partnership', 'newsletter'] as const

/** Moment of a kill: after this share of the submissions is acknowledged, plus a pause in milliseconds. */
const moment = fc.record({
  part: fc.double({ min: 0.2, max: 0.9, noNaN: true }),
  pauseMs: fc.double({ min: 0, max: 3, noNaN: true }),
})

/**
 * Kills the server with SIGKILL while submissions arrive, restarts it and checks each acknowledged one.
 * @param seed of the moments of the kills
 */
export async function attackWithKills(submissions: number, kills: number, seed: number): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'hera-kill-'))
  const path = join(folder, 'hera.sqlite')
  const sent: Sent[] = []
  try {
    for (const { part, pauseMs } of fc.sample(moment, { numRuns: kills, seed }))
      await sendUntilKilled(path, sent, Math.ceil(submissions / kills), part, pauseMs)
    // The last start recovers the database after the last kill.
    await (await openSite({ DATABASE_PATH: path })).close()
    const faults = examine(path, sent)
    const kept = sent.filter(({ reference }) => reference).length
    return {
      attack: 'SIGKILL during submissions',
      cases: sent.length,
      faults,
      note: `${kills} kills, ${kept} acknowledged, ${sent.length - kept} interrupted`,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function sendUntilKilled(
  path: string,
  sent: Sent[],
  count: number,
  part: number,
  pauseMs: number,
): Promise<void> {
  const site = await openSite({ DATABASE_PATH: path, TRUSTED_PROXIES: '1' })
  const ended = new Promise((resolve) => site.process.once('exit', resolve))
  const killAfter = Math.ceil(count * part)
  let acknowledged = 0
  await inParallel(count, AT_ONCE, async () => {
    if (site.process.killed) return
    const submission = makeSubmission(sent.length)
    sent.push(submission)
    try {
      const reply = await post(site.url, submission.form, submission.body, addressOf(sent.length))
      if (reply.status === 201) submission.reference = JSON.parse(reply.text).reference
      else throw new Error(`${reply.status} ${reply.text}`)
      acknowledged += 1
    } catch (error) {
      if (!site.process.killed) throw error
    }
    // Some kills happen during a turn of the event loop, some between two.
    if (acknowledged === killAfter) setTimeout(() => site.process.kill('SIGKILL'), pauseMs)
  })
  site.process.kill('SIGKILL')
  await ended
}

function makeSubmission(n: number): Sent {
  const form = KINDS[n % KINDS.length] as FormName
  const body: Record<string, string> = { ...valid[form], email: `personne-${n}@exemple.fr` }
  const long = Object.entries(forms[form].fields).find(([, field]) => field.kind === 'textarea')?.[0]
  if (long) body[long] = `${n} ${'é€𝄞'.repeat(1 + (n % 300))}`
  return { form, body }
}

function examine(path: string, sent: Sent[]): string[] {
  const db = new Sqlite(path, { readonly: true })
  const faults: string[] = []
  const sound = db.pragma('integrity_check', { simple: true })
  if (sound !== 'ok') faults.push(`integrity_check: ${sound}`)
  if ((db.pragma('foreign_key_check') as unknown[]).length > 0) faults.push('foreign_key_check found violations')
  for (const name of KINDS) {
    const rows = db.prepare(`SELECT * FROM ${forms[name].table}`).all() as Row[]
    const mine = sent.filter(({ form }) => form === name)
    const byEmail = Map.groupBy(rows, (row) => String(row.email))
    for (const one of mine) faults.push(...compare(forms[name], one, byEmail.get(one.body.email ?? '') ?? []))
    const known = new Set(mine.map(({ body }) => body.email))
    for (const row of rows) if (!known.has(String(row.email))) faults.push(`${name}: stored a row that was never sent`)
  }
  db.close()
  return faults
}

/** An interrupted submission is stored completely or not at all; an acknowledged one once, with its reference. */
function compare(form: Form, { body, reference }: Sent, rows: Row[]): string[] {
  const { values = {} } = parse(form, body, new Date().toISOString().slice(0, 10))
  const faults: string[] = []
  if (rows.length > 1) faults.push(`${form.name}: ${body.email} stored ${rows.length} times`)
  if (reference && rows[0]?.reference !== reference) faults.push(`${form.name}: acknowledged ${reference} is missing`)
  for (const row of rows)
    for (const [name, value] of Object.entries(values))
      if (row[name] !== value) faults.push(`${form.name}: ${row.reference} has a wrong ${name}`)
  return faults
}
