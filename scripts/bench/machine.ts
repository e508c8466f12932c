import { spawnSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'
import { generator } from './load.ts'
import { CORES, canPin } from './pin.ts'

/** Where and with what the figures came about, by name. */
export function describeMachine(runs: number): Record<string, string> {
  const cores = cpus()
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim()
  const changed = git('status', '--porcelain') ? ', with changes' : ''
  return {
    date: new Date().toISOString(),
    commit: `${git('rev-parse', '--short', 'HEAD')}${changed}`,
    processor: `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 1e9)} GB`,
    system: `${type()} ${release()}`,
    node: process.version,
    'load for pages': generator === 'wrk' ? 'wrk' : 'a process of our own, since wrk is not installed',
    cores: canPin
      ? `server on core ${CORES.server}, load on core ${CORES.load}`
      : 'not held to cores, since taskset is not installed',
    runs: `${runs}; figures are medians`,
  }
}
