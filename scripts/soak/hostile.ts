import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf, memoryOf, post, send } from '../../tests/attacks/attack.ts'
import { openWire } from '../../tests/attacks/wire.ts'
import { valid } from '../../tests/support/samples.ts'
import { openSite } from '../../tests/support/site.ts'
import { atRate } from '../at-rate.ts'

/** Maximum memory of the process and its maximum growth within the last third, in megabytes. */
const MEMORY_MAX = 220
const RISE_MAX = 8
const SAMPLE_MS = 5000
/** Duration of a connection with an incomplete request, in milliseconds. */
const HALF_MS = 2000
const JSON_TYPE = 'Content-Type: application/json\r\n'

/** Kinds of hostile requests, used in turn, each from another network. */
const PIECES: ((url: string, n: number, from: string) => unknown)[] = [
  (url, n, from) =>
    post(url, 'contact', { ...valid.contact, email: `mal-${n}@exemple.fr`, message: 'x'.repeat(4000) }, from),
  (url, n, from) => post(url, 'newsletter', { email: `mal-${n}@exemple.fr` }, from),
  (url, _, from) => post(url, 'ambassador', { birth_date: '\uFFFE', 'a\u0000': ['x'] }, from),
  (url, n, from) =>
    send(`${url}/formulaires/contact`, { method: 'POST', from, body: `message=${'%F0%9F'.repeat(n % 9000)}` }),
  (url, n, from) => send(`${url}/${n.toString(36)}/${'a'.repeat(n % 4000)}?${n}`, { from }),
  (url, n, from) => send(`${url}/confirmation/${String(n).padStart(32, 'x')}`, { from }),
  (url, n, from) =>
    send(`${url}/bureau/C-${n}`, { from, headers: { Cookie: `bureau=${String(n).padStart(32, 'x')}` } }),
  (url, n, from) =>
    send(`${url}/bureau/connexion`, {
      method: 'POST',
      from,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `adresse=mal-${n}%40exemple.fr`,
    }),
  (url, n, from) => send(`${url}/_image?href=/favicon.svg&w=${n}`, { from }),
  (url, _, from) =>
    half(
      url,
      `POST /formulaires/contact HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n${JSON_TYPE}Content-Length: 66000\r\n\r\n{"na`,
    ),
  (url, _, from) =>
    half(
      url,
      `POST /formulaires/contact HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n${JSON_TYPE}Content-Length: 900\r\n\r\n{"na`,
    ),
  (url, _, from) => half(url, `TRACE /merci/contact HTTP/1.1\r\nHost: a@b\r\nX-Forwarded-For: ${from}\r\n\r\n`),
  (url) => half(url, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: 1'),
]

async function half(url: string, bytes: string): Promise<void> {
  const { socket } = openWire(url, bytes, HALF_MS)
  await sleep(HALF_MS)
  socket.destroy()
}

/**
 * Sends hostile requests of every kind for some time; memory must stop growing.
 * @param perSecond number of hostile requests per second
 */
export async function attackMemory(seconds: number, perSecond: number) {
  const site = await openSite({ TRUSTED_PROXIES: '1' })
  const memory: number[] = []
  const timer = setInterval(() => memory.push(memoryOf(site.process.pid, 'VmRSS')), SAMPLE_MS)
  await atRate(seconds, perSecond, async (n) => {
    // Broken connections are expected.
    await Promise.resolve(PIECES[n % PIECES.length]?.(site.url, n, addressOf(n))).catch(() => undefined)
  })
  clearInterval(timer)
  await site.close()
  const last = memory.slice(-Math.ceil(memory.length / 3))
  const middle = Math.ceil(last.length / 2)
  const rise = mean(last.slice(middle)) - mean(last.slice(0, middle))
  const most = Math.max(...memory)
  const faults = [
    ...(most > MEMORY_MAX ? [`memory reached ${most} MB`] : []),
    ...(rise > RISE_MAX ? [`memory still growing, by ${rise.toFixed(1)} MB within the last third`] : []),
  ]
  return { requests: seconds * perSecond, memory, faults }
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
