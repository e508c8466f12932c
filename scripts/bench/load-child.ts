/** Sends requests to one server over keep-alive connections, one at a time on each, and prints what was answered. */
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { addressOf } from '../../tests/attacks/attack.ts'
import type { Answered, Order } from './load.ts'

const order: Order = JSON.parse(process.argv[2] ?? '')
const { host, hostname, port, pathname } = new URL(order.url)
const page = Buffer.from(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n\r\n`)
const answered: Answered = { good: 0, bad: 0, seconds: 0 }
const started = performance.now()
let number = order.first ?? 0

await Promise.all(Array.from({ length: order.connections }, converse))
answered.seconds = (performance.now() - started) / 1000
process.stdout.write(JSON.stringify(answered))

/** The next request: the page, or a submission that nobody has sent, from an address that nobody has. */
function nextRequest(): Buffer {
  if (!order.body) return page
  const n = number++
  const own = { email: `charge-${n}@exemple.fr`, submission_key: randomUUID() }
  const body = JSON.stringify({ ...order.body, ...own })
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: http://${host}`,
    'Accept: application/json',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Forwarded-For: ${addressOf(n)}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Asks on one connection until the time is over, and reads the last answer too. */
function converse(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(port), hostname)
    let head = Buffer.alloc(0)
    /** Bytes of the answer that are still to come; undefined while its head is. */
    let missing: number | undefined
    let status = 0
    const next = () => {
      if (performance.now() - started < order.seconds * 1000) socket.write(nextRequest())
      else socket.end(resolve)
    }
    socket.setNoDelay(true)
    socket.once('connect', next)
    socket.once('error', reject)
    socket.on('data', (chunk) => {
      if (missing === undefined) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const text = head.toString('latin1', 0, end)
        status = Number(text.slice(9, 12))
        missing = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1]) - (head.length - end - 4)
        head = Buffer.alloc(0)
      } else missing -= chunk.length
      if (missing > 0) return
      if (missing !== 0) return reject(new Error('an answer without a length'))
      missing = undefined
      if (status === order.expected) answered.good += 1
      else answered.bad += 1
      next()
    })
  })
}
