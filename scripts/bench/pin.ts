import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'

export type Command = [string, ...string[]]

/** True when a program is installed. */
export const hasProgram = (name: string): boolean => spawnSync('which', [name]).status === 0

/** Servers have a core of their own, and so does what sends them requests. */
export const CORES = { server: 0, load: Math.min(1, availableParallelism() - 1) }
/** True where processes can be held to a core (util-linux). */
export const canPin = hasProgram('taskset')

/** The same command, held to one core where that can be done. */
export function pinned(core: number, command: Command): Command {
  return canPin ? ['taskset', '-c', String(core), ...command] : command
}

/** True where the kernel says what a process uses. */
export const hasProc = existsSync('/proc/self/status')
