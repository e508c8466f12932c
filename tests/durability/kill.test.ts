import { once } from 'node:events'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { type Form, parse } from '../../src/forms/form.ts'
import { type FormName, forms } from '../../src/forms/index.ts'
import { addressOf, inParallel, post } from '../attacks/attack.ts'
import { valid } from '../support/samples.ts'
import { folder, scratchFolder } from '../support/scratch-folder.ts'
import { openSite } from '../support/site.ts'

type Row = Record<string, unknown>
interface Sent {
  form: FormName
  body: Record<string, string>
  /** The acknowledged reference, if a response arrived. */
  reference?: string
}

const KINDS = ['contact', 'waitlist', 'ambassador', 'partnership', 'newsletter'] as const
const AT_ONCE = 24
const SUBMISSIONS = 100
/** Acknowledged submissions before a kill, and a pause in milliseconds, so that some come between two turns. */
const KILLS = [
  [20, 0],
  [50, 1],
  [90, 3],
] as const

scratchFolder()

it('SIGKILL loses or duplicates no acknowledged submission and leaves none incomplete', async () => {
  const path = join(folder, 'hera.sqlite')
  const sent: Sent[] = []
  for (const [acknowledged, pauseMs] of KILLS) await sendUntilKilled(path, sent, acknowledged, pauseMs)
  // The last start recovers the database after the last kill.
  await (await openSite({ DATABASE_PATH: path })).close()
  expect(sent.filter(({ reference }) => reference).length, 'acknowledged').toBeGreaterThan(60)
  expect(examine(path, sent), 'lost, duplicated or changed rows').toEqual([])
})

async function sendUntilKilled(path: string, sent: Sent[], killAfter: number, pauseMs: number): Promise<void> {
  const site = await openSite({ DATABASE_PATH: path, TRUSTED_PROXIES: '1' })
  const ended = once(site.process, 'exit')
  let acknowledged = 0
  await inParallel(SUBMISSIONS, AT_ONCE, async () => {
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
  for (const name of KINDS) {
    const rows = db.prepare(`SELECT * FROM leads JOIN ${forms[name].table} USING (reference)`).all() as Row[]
    const mine = sent.filter(({ form }) => form === name)
    const byEmail = Map.groupBy(rows, (row) => String(row.email))
    for (const one of mine) faults.push(...compare(forms[name], one, byEmail.get(one.body.email ?? '') ?? []))
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
