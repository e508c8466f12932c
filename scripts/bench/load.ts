import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CORES, hasProgram, pinned } from './pin.ts'

/** What is asked of a server. */
export interface Order {
  url: string
  seconds: number
  connections: number
  /** The status of a good answer. */
  expected: number
  /** A submission, to be sent under another e-mail address each time; without it the page is asked for. */
  body?: Record<string, string>
  /** Number of the first submission. */
  first?: number
}

export interface Answered {
  good: number
  bad: number
  seconds: number
}

/** Visitors at once. */
export const CONNECTIONS = 32

const OWN = fileURLToPath(new URL('load-child.ts', import.meta.url))
const run = promisify(execFile)

/** What sends the requests for pages here. */
export const generator = hasProgram('wrk') ? 'wrk' : 'own'

/** Asks for one page, over and over, with wrk where it is installed. Throws when an answer was not good. */
export function askForPage(url: string, seconds: number): Promise<Answered> {
  return generator === 'wrk' ? withWrk(url, seconds) : send({ url, seconds, connections: CONNECTIONS, expected: 200 })
}

/**
 * Sends submissions, which wrk cannot count, each under an address of its own. Throws when one was not taken.
 * @param first number of the first one
 */
export function submit(url: string, seconds: number, body: Record<string, string>, first: number): Promise<Answered> {
  return send({ url, seconds, connections: CONNECTIONS, expected: 201, body, first })
}

async function send(order: Order): Promise<Answered> {
  const [command, ...args] = pinned(CORES.load, [process.execPath, OWN, JSON.stringify(order)])
  const answered: Answered = JSON.parse((await run(command, args)).stdout)
  if (answered.bad > 0) throw new Error(`${order.url}: ${answered.bad} answers were not ${order.expected}.`)
  return answered
}

async function withWrk(url: string, seconds: number): Promise<Answered> {
  const options = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '-H', 'Accept-Encoding: br', url]
  const [command, ...args] = pinned(CORES.load, ['wrk', ...options])
  const { stdout } = await run(command, args)
  const [, good, spent] = /(\d+) requests in ([\d.]+)s/.exec(stdout) ?? []
  const wrong = /(Non-2xx|Socket errors).*/.exec(stdout)?.[0]
  if (wrong || !good) throw new Error(`${url}: ${wrong ?? stdout}`)
  return { good: Number(good), bad: 0, seconds: Number(spent) }
}
