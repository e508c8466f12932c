import fc from 'fast-check'
import { noticesFor } from '../../src/copy/notices.ts'
import { openEnvelope } from '../../src/forms/envelope.ts'
import { parse } from '../../src/forms/form.ts'
import { createStore } from '../../src/server/leads/intake/store.ts'
import { openMemory } from '../support/memory-database.ts'
import { openSite } from '../support/site.ts'
import { addressOf, type Finding, inParallel, send } from './attack.ts'
import { type Attempt, attempt, type Body, bodyOf, everyInjection, MARK } from './bad-input.ts'

const TODAY = '2026-11-21'
/** Forbidden in stored text: control characters except tab and line feed, and bidirectional controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point
const UNWANTED = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]/

/** Passes bad input to parse() and stores what it accepts: neither may throw, no text may stay unclean. */
export function fuzzParse(cases: number, seed: number): Finding {
  const db = openMemory()
  const store = createStore(db, noticesFor({ nom: 'Hera', email: 'contact@hera.example' }), () => new Date())
  const tables = db.prepare("SELECT count(*) FROM sqlite_master WHERE type = 'table'").pluck()
  const before = tables.get()
  let kept = 0
  const faults: string[] = []
  const check = ({ form, input }: Attempt) => {
    const { values, errors } = parse(form, input, TODAY)
    if (errors) return Object.keys(errors).length > 0
    store.add(form, values, openEnvelope(form, input))
    kept += 1
    return Object.entries(values).every(([name, value]) => isClean(value, form.fields[name]?.kind === 'textarea'))
  }
  const every = everyInjection()
  for (const each of every) if (!check(each)) faults.push(`${each.form.name}: ${JSON.stringify(each.input)}`)
  const result = fc.check(fc.property(attempt, check), { numRuns: cases, seed })
  if (result.failed) faults.push(fc.defaultReportMessage(result) ?? 'failed')
  if (tables.get() !== before) faults.push('the number of tables changed')
  db.close()
  return { attack: 'bad input to parse() and the tables', cases: cases + every.length, faults, note: `${kept} stored` }
}

function isClean(value: unknown, lines: boolean): boolean {
  return (
    typeof value !== 'string' || (!UNWANTED.test(value) && value.isWellFormed() && (lines || !value.includes('\n')))
  )
}

/** Sends bad input to the running site: no 5xx, no unescaped echo, pages still available afterwards. */
export async function fuzzSite(cases: number, seed: number): Promise<Finding> {
  const site = await openSite({ TRUSTED_PROXIES: '1' })
  const faults: string[] = []
  const statuses = new Map<number, number>()
  let slowest = 0
  const sample = fc.sample(
    attempt.chain((one) => fc.tuple(fc.constant(one), bodyOf(one))),
    { numRuns: cases, seed },
  )
  const injections = everyInjection().filter((_, index) => cases > 5000 || index % 12 === 0)
  const all: [Attempt, Body][] = [...sample, ...injections.map((one): [Attempt, Body] => [one, encoded(one)])]
  await inParallel(all.length, 8, async (n) => {
    const [{ form }, { type, body }] = all[n] as [Attempt, Body]
    // Requests HTML for one case in eight and for each injection.
    const Accept = n >= cases || n % 8 === 0 ? 'text/html' : 'application/json'
    const headers = { Accept, ...(type && { 'Content-Type': type }) }
    const reply = await send(`${site.url}/formulaires/${form.name}`, {
      method: 'POST',
      headers,
      body,
      from: addressOf(n),
    })
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    slowest = Math.max(slowest, Math.round(reply.ms))
    const isPage = reply.headers['content-type']?.includes('text/html')
    if (reply.status >= 500) faults.push(`${reply.status} for ${form.name} ${type} ${body.toString('base64url')}`)
    // `<` in a quoted attribute is plain text.
    if (isPage && reply.text.replace(/="[^"]*"/g, '').includes(MARK))
      faults.push(`unescaped input in the page of ${form.name}: ${body.toString().slice(0, 300)}`)
    if (!reply.headers['content-security-policy']) faults.push('response without Content-Security-Policy')
  })
  if ((await send(`${site.url}/terms`)).status !== 200) faults.push('/terms no longer returns 200')
  await site.close()
  const counts = [...statuses].sort().map(([status, count]) => `${status}: ${count}`)
  return { attack: 'bad input to the running site', cases: all.length, faults, slowest, note: counts.join(', ') }
}

function encoded({ input }: Attempt): Body {
  const body = new URLSearchParams(input as Record<string, string>).toString()
  return { type: 'application/x-www-form-urlencoded', body: Buffer.from(body) }
}
