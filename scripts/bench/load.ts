import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

/** A server under load, with what is asked of it. */
export interface Rival {
  /** Its only process. */
  pid: number | undefined
  url: string
  /** The status of every answer. */
  expect: 'success' | 'refusal'
  /** Arguments of wrk for one turn. */
  args: (turn: number) => string[]
}

/** Answers of one server in all turns together. */
export interface Pace {
  answers: number
  seconds: number
  /** Seconds that its process kept a core busy. */
  busySeconds: number
  /** How long all but one answer of a hundred took at most, in milliseconds, turn by turn. */
  slowest: number[]
}

const WARM_UP_S = 4
const TURN_S = 2
const TURNS = 5
const CONNECTIONS = 64
/** Ticks of the processor's clock a second, as Linux tells them to every program. */
const TICKS = 100

/** The units in which wrk says how long an answer took. */
const MILLISECONDS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 }

const run = promisify(execFile)
export const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0
const canPin = isInstalled('taskset')

/** The same command on the core of servers (0) or of the load (1), where taskset is installed. */
export function onCore(core: 0 | 1, ...command: [string, ...string[]]): [string, ...string[]] {
  return canPin ? ['taskset', '-c', String(Math.min(core, availableParallelism() - 1)), ...command] : command
}

/**
 * Loads servers in short turns, so that a busy machine slows all of them alike, after a warm-up.
 * @throws where an answer is not of the expected kind
 */
export async function race(rivals: readonly Rival[]): Promise<Pace[]> {
  const paces = rivals.map((): Pace => ({ answers: 0, seconds: 0, busySeconds: 0, slowest: [] }))
  for (const rival of rivals) await load(rival, WARM_UP_S, 0)
  for (let turn = 1; turn <= TURNS; turn++) {
    for (const [index, rival] of rivals.entries()) {
      const before = busySeconds(rival.pid)
      const { answers, seconds, slowest } = await load(rival, TURN_S, turn)
      const pace = paces[index] as Pace
      pace.answers += answers
      pace.seconds += seconds
      pace.slowest.push(slowest)
      pace.busySeconds += busySeconds(rival.pid) - before
    }
  }
  return paces
}

async function load({ url, expect, args }: Rival, seconds: number, turn: number) {
  const options = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '--latency']
  const [command, ...rest] = onCore(1, 'wrk', url, ...options, ...args(turn))
  const { stdout } = await run(command, rest)
  const [, answers = 0, spent] = /(\d+) requests in ([\d.]+)s/.exec(stdout) ?? []
  const [, refused = 0] = /Non-2xx or 3xx responses: (\d+)/.exec(stdout) ?? []
  const good = expect === 'success' ? Number(answers) - Number(refused) : Number(refused)
  if (good === 0 || good !== Number(answers) || stdout.includes('Socket errors')) throw new Error(`${url}: ${stdout}`)
  const [, slowest, unit] = /99%\s+([\d.]+)(us|ms|s)\b/.exec(stdout) ?? []
  return { answers: good, seconds: Number(spent), slowest: Number(slowest) * (MILLISECONDS[unit ?? ''] ?? Number.NaN) }
}

/** How long a process has kept a core busy, in seconds; Linux alone tells. */
function busySeconds(pid: number | undefined): number {
  // The name of the program comes second, in brackets, and may hold anything.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
