import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files. */
const SLOW_FILES = /(types|astro-features|time-travel|letter-kill|browser\/.*)\.test\.ts$/

/** Starts the slowest files first, because a slow file that starts last runs while the other worker is idle. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => SLOW_FILES.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: 'tests/support/global-setup.ts',
    // Only catches hangs: a busy machine may be ten times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // One more than the cores of a small machine: many tests wait for a server, a disk or a browser.
    maxWorkers: 3,
    // Fewer collections of short-lived objects, which saves a fifteenth of the processor time.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: SlowestFirst },
    // Files share loaded modules, which saves a tenth of the run; tests restore what they change in them.
    isolate: false,
  },
})
