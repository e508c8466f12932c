import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: 'tests/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A browser beside the tests of load and of killed processes may wait a second for an answer.
    expect: { poll: { timeout: 10_000 } },
    // For two cores: a third file computes while two wait for an answer; more make the browser slow.
    maxWorkers: 3,
    // Loading the modules anew for each file costs a tenth of the whole run. What a test changes in them it puts back.
    isolate: false,
  },
})
