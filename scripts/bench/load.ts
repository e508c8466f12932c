import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CORES, hasProgram, pinned } from './pin.ts'

/** What is asked of a server. */
export interface Order {
  url: string
  connections: number
  seconds: number
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

const OWN = fileURLToPath(new URL('load-child.ts', import.meta.url))
const run = promisify(execFile)

/** What sends the requests for pages here. */
export const generator = hasProgram('wrk') ? 'wrk' : 'own'

/** Asks for one page, over and over, with wrk where it is installed. Throws when an answer was not good. */
export function askForPage(order: Order): Promise<number> {
  return generator === 'wrk' ? withWrk(order) : sendOwn(order).then(({ good, seconds }) => good / seconds)
}

/** Sends what wrk cannot, from a process of our own. Throws when an answer was not the expected one. */
export async function sendOwn(order: Order): Promise<Answered> {
  const [command, ...args] = pinned(CORES.load, [process.execPath, OWN, JSON.stringify(order)])
  const answered: Answered = JSON.parse((await run(command, args)).stdout)
  if (answered.bad > 0) throw new Error(`${order.url}: ${answered.bad} answers were not ${order.expected}.`)
  return answered
}

async function withWrk({ url, connections, seconds }: Order): Promise<number> {
  const options = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '-H', 'Accept-Encoding: br', url]
  const [command, ...args] = pinned(CORES.load, ['wrk', ...options])
  const { stdout } = await run(command, args)
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  const wrong = /(Non-2xx|Socket errors).*/.exec(stdout)?.[0]
  if (wrong || !(rate > 0)) throw new Error(`${url}: ${wrong ?? stdout}`)
  return rate
}
