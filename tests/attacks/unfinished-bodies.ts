import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf, memoryOf } from './attack.ts'

const BODIES = 200
const ADDRESSES = 10
const SIZE = 1024 * 1024
/** How long the server has to read what it wants of a body, in milliseconds. */
const SETTLE_MS = 400

const HEAVY = Buffer.from(`${SIZE.toString(16)}\r\n${'a=1&'.repeat(SIZE / 4)}\r\n`)
/** Chunks of one byte, of which each occupies hundreds if they are kept one by one. */
const TINY = Buffer.from('1\r\na\r\n'.repeat(12_000))

/**
 * Sends a path unfinished chunked bodies of 1 MB from several addresses. Returns the largest resident memory that the
 * process ever had, in megabytes. The server must trust one proxy.
 */
export async function sendUnfinishedBodies(url: string, path: string, pid: number | undefined): Promise<number> {
  const { hostname, port, host } = new URL(url)
  const sockets = Array.from({ length: BODIES }, (_, n) => {
    const socket = connect(Number(port), hostname).on('error', () => {})
    const type = n % 3 === 0 ? 'application/json' : 'application/x-www-form-urlencoded'
    const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n`
    socket.write(`${head}X-Forwarded-For: ${addressOf(n % ADDRESSES)}\r\n\r\n`)
    socket.write(n % 2 === 0 ? HEAVY : TINY)
    return socket.resume()
  })
  await sleep(SETTLE_MS)
  const closed = sockets.map((socket) => (socket.closed ? undefined : once(socket, 'close')))
  for (const socket of sockets) socket.destroy()
  await Promise.all(closed)
  await sleep(SETTLE_MS)
  return memoryOf(pid, 'VmHWM')
}
