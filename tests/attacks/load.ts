import { randomUUID } from 'node:crypto'
import { valid } from '../support/samples.ts'
import type { Site } from '../support/site.ts'
import { addressOf, post, type Reply, send } from './attack.ts'

const PAGES = ['/', '/contact', '/terms', '/faq', '/quilting', '/ambassador', '/favicon.svg']
const TICK_MS = 10

/** Sends mixed requests at a steady rate to a site that trusts one proxy. Returns the faults of its responses. */
export async function traffic(site: Site, seconds: number, perSecond: number): Promise<string[]> {
  const faults: string[] = []
  const open = new Set<Promise<void>>()
  const started = performance.now()
  for (let sent = 0; sent < seconds * perSecond; ) {
    const due = Math.min(seconds * perSecond, ((performance.now() - started) / 1000) * perSecond)
    for (; sent < due; sent++) {
      const one = note(faults, visit(site.url))
      open.add(one)
      void one.then(() => open.delete(one))
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  await Promise.all(open)
  return faults
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

async function note(faults: string[], reply: Promise<Reply>): Promise<void> {
  try {
    const { status } = await reply
    if (![200, 201, 422].includes(status)) faults.push(`unexpected status ${status}`)
  } catch (error) {
    faults.push(`no response: ${(error as Error).message}`)
  }
}
