import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest; what is left for the end are many short ones, which all workers share. */
const LONG = /(types|release|publication|astro-features|time-travel|floods|upgrade|browser\/.*)\.test\.ts$/

/** Begins with what takes longest: a worker that begins it last runs alone for as long. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: 'tests/global-setup.ts',
    // For what hangs, and for nothing else: a machine that does much besides is ten times as slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // A browser computes on more than one core: with a third file beside, two cores need longer for all of them.
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    // Loading the modules anew for each file costs a tenth of the whole run. What a test changes in them it puts back.
    isolate: false,
  },
})
