import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

/** A server under load, and its requests. */
interface Rival {
  /** Process id of its only process. */
  pid: number | undefined
  url: string
  /** Whether every response must be a success (2xx, 3xx) or an error. */
  expect: 'success' | 'refusal'
  /** Arguments of wrk for one turn. */
  args: (turn: number) => string[]
}

/** Results of one server, summed over all turns. */
export interface Pace {
  answers: number
  seconds: number
  /** Processor time of its process, in seconds. */
  busySeconds: number
}

const WARM_UP_S = 3
const TURN_S = 1
const TURNS = 8
const CONNECTIONS = 64
/** Clock ticks a second in /proc, the same on every Linux. */
const TICKS = 100

const run = promisify(execFile)
export const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0
const canPin = isInstalled('taskset')

/** Runs a command on the core for servers (0) or for the load (1), if taskset is installed. */
export function onCore(core: 0 | 1, ...command: [string, ...string[]]): [string, ...string[]] {
  return canPin ? ['taskset', '-c', String(Math.min(core, availableParallelism() - 1)), ...command] : command
}

/**
 * Loads the servers in short alternating turns after a warm-up, so that other programs slow all of them equally.
 * @throws if a response is not as expected
 */
export async function race(rivals: readonly Rival[]): Promise<Pace[]> {
  const paces = rivals.map((): Pace => ({ answers: 0, seconds: 0, busySeconds: 0 }))
  for (const rival of rivals) await load(rival, WARM_UP_S, 0)
  for (let turn = 1; turn <= TURNS; turn++) {
    for (const [index, rival] of rivals.entries()) {
      const before = busySeconds(rival.pid)
      const { answers, seconds } = await load(rival, TURN_S, turn)
      const pace = paces[index] as Pace
      pace.answers += answers
      pace.seconds += seconds
      pace.busySeconds += busySeconds(rival.pid) - before
    }
  }
  return paces
}

async function load({ url, expect, args }: Rival, seconds: number, turn: number) {
  const options = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`]
  const [command, ...rest] = onCore(1, 'wrk', url, ...options, ...args(turn))
  const { stdout } = await run(command, rest)
  const [, answers = 0, spent] = /(\d+) requests in ([\d.]+)s/.exec(stdout) ?? []
  const [, refused = 0] = /Non-2xx or 3xx responses: (\d+)/.exec(stdout) ?? []
  const good = expect === 'success' ? Number(answers) - Number(refused) : Number(refused)
  if (good === 0 || good !== Number(answers) || stdout.includes('Socket errors')) throw new Error(`${url}: ${stdout}`)
  return { answers: good, seconds: Number(spent) }
}

/** Processor time of a process in seconds; works only on Linux. */
function busySeconds(pid: number | undefined): number {
  // The name of the program comes second, in brackets, and may contain any character.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
