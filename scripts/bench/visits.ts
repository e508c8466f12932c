import { randomUUID } from 'node:crypto'
import { addressOf, post, type Reply, send } from '../../tests/attacks/attack.ts'
import { valid } from '../../tests/support/samples.ts'
import type { Site } from '../../tests/support/site.ts'
import { atRate } from '../at-rate.ts'

const PAGES = ['/', '/contact', '/terms', '/faq', '/quilting', '/ambassador', '/favicon.svg']

/** Sends mixed requests at a steady rate to a site that trusts one proxy. Returns the faults of its responses. */
export async function traffic(site: Site, seconds: number, perSecond: number): Promise<string[]> {
  const faults: string[] = []
  await atRate(seconds, perSecond, (n) => note(faults, visit(site.url, n + 1)))
  return faults
}

/** Of twenty visits, fourteen read a page, three are counted, two send a form and one sends an invalid form. */
function visit(site: string, visitor: number): Promise<Reply> {
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
