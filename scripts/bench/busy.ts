import { readFileSync } from 'node:fs'
import { hasProc } from './pin.ts'

/** Ticks of the processor's clock a second, as Linux tells them to every program. */
const TICKS = 100

/** How long a process and its children have kept a core busy, in seconds; NaN where the kernel does not say. */
export function busySeconds(pid: number | undefined): number {
  if (!hasProc) return Number.NaN
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [String(pid), ...children].reduce((sum, each) => sum + ownSeconds(each), 0)
}

function ownSeconds(pid: string): number {
  // The name of the program comes second, in brackets, and may hold anything.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
