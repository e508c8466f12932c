import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { plantFaults } from './plant.ts'

/**
 * `npm run mutants`: plants the faults, then runs Stryker. `-- --planted menu` only plants the faults with that
 * word in their sentence or file; any other arguments run Stryker alone and are passed on to it.
 */
const [first, ...words] = process.argv.slice(2)
const planted = first === undefined || first === '--planted' ? plantFaults(words) : 0
const stryker = ['run', 'tools/stryker.config.mjs', ...process.argv.slice(2)]
const others =
  first === '--planted'
    ? 0
    : spawnSync(join('tools/node_modules/.bin', 'stryker'), stryker, { stdio: 'inherit' }).status
process.exitCode = planted || (others ?? 1)
