/** Sends requests to one server over keep-alive connections, one at a time on each, and prints what was answered. */
import { connect } from 'node:net'
import { newSubmissionKey } from '../../src/forms/envelope.ts'
import { addressOf } from '../../tests/attacks/attack.ts'
import type { Answered, Order } from './load.ts'

const LARGEST_READ = 256 * 1024
const LENGTH = 'Content-Length: '

const order: Order = JSON.parse(process.argv[2] ?? '')
const { host, hostname, port, pathname } = new URL(order.url)
const page = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n\r\n`
const answered: Answered = { good: 0, bad: 0, seconds: 0 }
let number = order.first ?? 0
const started = performance.now()

await Promise.all(Array.from({ length: order.connections }, converse))
answered.seconds = (performance.now() - started) / 1000
process.stdout.write(JSON.stringify(answered))

/** The next request: the page, or a submission that nobody has sent, from an address that nobody has. */
function nextRequest(): string {
  if (!order.body) return page
  const n = number++
  const body = JSON.stringify({
    ...order.body,
    email: `charge-${n}@exemple.fr`,
    submission_key: newSubmissionKey(),
  })
  return `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nAccept: application/json\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Forwarded-For: ${addressOf(n)}\r\n\r\n${body}`
}

/** Asks on one connection until the time is over, and reads the last answer too. */
function converse(): Promise<void> {
  return new Promise((resolve, reject) => {
    /** Bytes of the answer that are still to come; none while nothing is awaited. */
    let missing = 0
    const next = () => {
      if (performance.now() - started < order.seconds * 1000) socket.write(nextRequest())
      else socket.end(resolve)
    }
    // Past the machinery of streams, so that the load does not tire before the server does.
    const read = (size: number, bytes: Uint8Array): boolean => {
      if (missing === 0) missing = begin(Buffer.from(bytes.buffer, bytes.byteOffset, size))
      missing -= size
      if (missing === 0) next()
      else if (!(missing > 0)) reject(new Error('an answer without a head in one piece, or of another length'))
      return true
    }
    const onread = { buffer: Buffer.alloc(LARGEST_READ), callback: read }
    const socket = connect({ port: Number(port), host: hostname, noDelay: true, onread })
    socket.once('connect', next)
    socket.once('error', reject)
  })
}

/** Counts an answer by its status, at its beginning; gives its whole length in bytes, NaN when that is not said. */
function begin(bytes: Buffer): number {
  const status = Number(bytes.toString('latin1', 9, 12))
  if (status === order.expected) answered.good += 1
  else answered.bad += 1
  const end = bytes.indexOf('\r\n\r\n')
  const at = bytes.indexOf(LENGTH)
  if (end < 0 || at < 0 || at > end) return Number.NaN
  return end + 4 + Number.parseInt(bytes.toString('latin1', at + LENGTH.length, at + LENGTH.length + 10), 10)
}
