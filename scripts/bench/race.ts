import { readFileSync } from 'node:fs'
import type { Line, Target } from './line.ts'
import type { Answered } from './load.ts'
import { hasProc } from './pin.ts'

/** A server that is asked in turns with others. */
export interface Rival {
  name: string
  pid: number | undefined
  /** Loads it for so long. */
  load: (seconds: number) => Promise<Answered>
}
/** Answers of one server, one value a run: a second, and a second of its processor, which neighbours do not slow. */
export interface Pace {
  name: string
  rates: number[]
  perCore: number[]
}

/** Turns are short, so that a busy machine slows all rivals alike. */
const TURN_SECONDS = 1
const TURNS = 5
/** V8 goes on compiling what is hot for some seconds. */
const WARM_UP_SECONDS = 8
/** Ticks of the processor's clock a second, as Linux tells them to every program. */
const TICKS = 100

/** Loads servers in turns, each warmed up first. */
export async function race(rivals: readonly Rival[], runs: number): Promise<Pace[]> {
  const paces = rivals.map(({ name }): Pace => ({ name, rates: [], perCore: [] }))
  for (const { load } of rivals) await load(WARM_UP_SECONDS)
  for (let run = 0; run < runs; run++) {
    const sums = rivals.map(() => ({ good: 0, seconds: 0, busy: 0 }))
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [index, sum] of sums.entries()) {
        const { pid, load } = rivals[index] as Rival
        const before = busySeconds(pid)
        const { good, seconds } = await load(TURN_SECONDS)
        sum.good += good
        sum.seconds += seconds
        sum.busy += busySeconds(pid) - before
      }
    }
    for (const [index, { good, seconds, busy }] of sums.entries()) {
      paces[index]?.rates.push(good / seconds)
      paces[index]?.perCore.push(good / busy)
    }
  }
  return paces
}

/** How long a process and its children have kept a core busy, in seconds; NaN where the kernel does not say. */
function busySeconds(pid: number | undefined): number {
  if (!hasProc) return Number.NaN
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [String(pid), ...children].reduce((sum, each) => sum + ownSeconds(each), 0)
}

function ownSeconds(pid: string): number {
  // The name of the program comes second, in brackets, and may hold anything.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** What one server answered. */
export function paceLine(part: string, { name, rates, perCore }: Pace, note: string): Line {
  const shares = rates.map((rate, run) => `${Math.round((100 * rate) / (perCore[run] ?? Number.NaN))} %`)
  return { part, what: name, unit: '/s', values: rates, note: `${note}; its core ${shares.join(', ')} busy` }
}

/**
 * One server beside another, by the clock and by what it cost its processor.
 * @param target for the first
 * @param perCoreTarget for the second
 */
export function ratioLines(part: string, one: Pace, other: Pace, target?: Target, perCoreTarget?: Target): Line[] {
  const ratio = (kind: 'rates' | 'perCore') => one[kind].map((rate, run) => rate / (other[kind][run] ?? Number.NaN))
  const what = `${one.name} to ${other.name}`
  return [
    { part, what, unit: 'of', values: ratio('rates'), target },
    { part, what: `${what}, a second of processor`, unit: 'of', values: ratio('perCore'), target: perCoreTarget },
  ]
}
