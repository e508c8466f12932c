/** Half an hour of hostile traffic on the built site, which must leave its memory below 220 MB; --seconds=60 for less. */
import { parseArgs } from 'node:util'
import { attackMemory } from './soak/hostile.ts'

const PER_SECOND = 60

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '1800' } } })
const { requests, memory, faults } = await attackMemory(Number(values.seconds), PER_SECOND)
console.log(`${requests} hostile requests; memory in MB every five seconds: ${memory.join(' ')}`)
for (const fault of faults) console.log(`FAIL ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)
