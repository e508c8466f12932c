/**
 * Attacks the built site at length and prints the failures. Build first, then: node scripts/soak.ts
 * --hostile=1800 sets the seconds of hostile traffic; --seed=… repeats the random choices of an earlier run, which
 * prints its seed.
 */

import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Finding } from '../tests/attacks/attack.ts'
import { fuzzParse, fuzzSite } from '../tests/attacks/fuzz.ts'
import { attackMemory } from '../tests/attacks/hostile.ts'
import { attackWithKills } from '../tests/attacks/kill.ts'
import { attackLetterWithKills } from '../tests/attacks/letter-kill.ts'
import { attackFullDisk } from '../tests/attacks/sick-disk.ts'

const { values } = parseArgs({
  options: {
    hostile: { type: 'string', default: '1800' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})
const seed = Number(values.seed)
const HOSTILE_PER_SECOND = 60

const ATTACKS: (() => Promise<Finding[]>)[] = [
  async () => [await attackWithKills(6000, 12, seed)],
  async () => [await attackLetterWithKills(5000, 12, seed)],
  attackFullDisk,
  async () => [fuzzParse(20_000, seed), await fuzzSite(20_000, seed)],
  async () => [await attackMemory(Number(values.hostile), HOSTILE_PER_SECOND)],
]

/** Runs the attacks one after another; returns 1 if any failed. */
async function run(): Promise<number> {
  console.log(`--seed=${seed}`)
  const findings: Finding[] = []
  for (const attack of ATTACKS) {
    for (const finding of await attack()) {
      findings.push(finding)
      console.log(`${finding.faults.length === 0 ? 'pass' : 'FAIL'}  ${finding.attack}: ${finding.note ?? ''}`)
      for (const fault of finding.faults.slice(0, 5)) console.log(`      ${fault}`)
    }
  }
  // The slowest response in milliseconds, memory in megabytes.
  const rows = findings.map((finding) => ({ ...finding, faults: finding.faults.length }))
  console.table(rows, ['attack', 'cases', 'faults', 'slowest', 'memory'])
  return findings.some(({ faults }) => faults.length > 0) ? 1 : 0
}

process.exit(await run())
