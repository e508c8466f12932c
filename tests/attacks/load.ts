import { randomUUID } from 'node:crypto'
import { valid } from '../support/samples.ts'
import { openSite, type Site } from '../support/site.ts'
import { addressOf, type Finding, percentile, post, type Reply, residentMemory, send } from './attack.ts'

const PAGES = ['/', '/contact', '/terms', '/faq', '/quilting', '/ambassador', '/favicon.svg']
/** Maximum growth of a warm process, in megabytes, until its heap has settled; a leak keeps growing. */
const GROWTH_MAX = 60
/** Additional status codes allowed at ten times the load. */
const SHED = [429, 503]
/** Maximum median response time after the overload, in milliseconds; allows for a busy machine. */
const RECOVERED_MS = 500
const TICK_MS = 10

export interface Spell {
  latencies: number[]
  statuses: Map<number, number>
  faults: string[]
}

/** Sends steady mixed traffic, then ten times as much, then the steady one again. */
export async function attackWithLoad(seconds: number, perSecond: number): Promise<Finding[]> {
  const site = await openSite({ TRUSTED_PROXIES: '1' })
  const pid = site.process.pid
  await traffic(site, Math.min(10, seconds / 4), perSecond)
  const warm = residentMemory(pid)
  const steady = await traffic(site, seconds, perSecond)
  const after = residentMemory(pid)
  if (after - warm > GROWTH_MAX) steady.faults.push(`memory grew from ${warm} to ${after} MB`)
  const storm = await traffic(site, seconds / 4, 10 * perSecond, SHED)
  const peak = residentMemory(pid)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const again = await traffic(site, Math.min(10, seconds / 4), perSecond)
  if (percentile(again.latencies, 0.5) > RECOVERED_MS)
    again.faults.push('median response time too high after the overload')
  await site.close()
  return [
    finding(`steady load, ${perSecond}/s for ${seconds} s`, steady, after, `memory ${warm} to ${after} MB`),
    finding(`ten times the load, ${10 * perSecond}/s`, storm, peak),
    finding('steady load after the overload', again, peak),
  ]
}

/**
 * Sends mixed requests at a steady rate to a site that trusts one proxy.
 * @param fair additional status codes that are no fault
 */
export async function traffic(site: Site, seconds: number, perSecond: number, fair: number[] = []): Promise<Spell> {
  const spell: Spell = { latencies: [], statuses: new Map(), faults: [] }
  const open = new Set<Promise<void>>()
  const started = performance.now()
  for (let sent = 0; sent < seconds * perSecond; ) {
    const due = Math.min(seconds * perSecond, ((performance.now() - started) / 1000) * perSecond)
    for (; sent < due; sent++) {
      const one = note(spell, visit(site.url), fair)
      open.add(one)
      void one.then(() => open.delete(one))
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  await Promise.all(open)
  return spell
}

let visitor = 0

/** Of twenty visits, fourteen read a page, three are counted, two send a form and one sends an invalid form. */
function visit(site: string): Promise<Reply> {
  visitor += 1
  const from = addressOf(visitor)
  const kind = visitor % 20
  if (kind < 14) return send(site + PAGES[visitor % PAGES.length], { from, headers: { 'Accept-Encoding': 'br' } })
  const email = `charge-${visitor}@exemple.fr`
  if (kind < 16) return post(site, 'contact', { ...valid.contact, email }, from)
  const headers = { 'Content-Type': 'application/json', Accept: kind === 16 ? 'text/html' : '*/*' }
  if (kind > 16)
    return send(`${site}/api/presence`, { method: 'POST', from, headers, body: `{"session":"${randomUUID()}"}` })
  const body = JSON.stringify({ ...valid.contact, email: 'x' })
  return send(`${site}/formulaires/contact`, { method: 'POST', from, headers, body })
}

async function note({ latencies, statuses, faults }: Spell, reply: Promise<Reply>, fair: number[]): Promise<void> {
  try {
    const { status, ms } = await reply
    latencies.push(ms)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (![200, 201, 422, ...fair].includes(status)) faults.push(`unexpected status ${status}`)
  } catch (error) {
    faults.push(`no response: ${(error as Error).message}`)
  }
}

function finding(attack: string, { latencies, statuses, faults }: Spell, memory: number, extra?: string): Finding {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(latencies, share).toFixed(1))
  const counts = [...statuses].sort().map(([status, count]) => `${status}: ${count}`)
  const note = [`p50/95/99 ${p50}/${p95}/${p99} ms`, counts.join(', '), extra].filter(Boolean).join('; ')
  return { attack, cases: latencies.length, faults, slowest: percentile(latencies, 1), memory, note }
}
