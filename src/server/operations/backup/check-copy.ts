import { checkDatabaseFile } from '../../database/integrity.ts'

// Run as a process of its own by nightly.ts: a large copy takes seconds of a whole core.
const [, , path = ''] = process.argv
try {
  checkDatabaseFile(path)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
