import { defineConfig } from 'vitest/config'

/**
 * The tests that `npm run mutants` runs for each change of the source: those that call it in their own process. A server, a
 * command or a browser that a test starts runs the source without the change, so such a test can notice none and only
 * takes its time.
 */
export default defineConfig({
  test: {
    include: ['tests/{forms,server,cli,check}/**/*.test.ts', 'tests/contract/{headers,mail,periods,tables}.test.ts'],
    exclude: [
      'tests/check/{collections,guide,launch}.test.ts',
      'tests/cli/{diagnosis,standard-output}.test.ts',
      'tests/server/desk/{attacks,letters,sign-in}.test.ts',
      'tests/server/http/{abuse,bounds,proxies,server}.test.ts',
      'tests/server/outbox/floods.test.ts',
      'tests/server/api.test.ts',
      'tests/server/people/links.test.ts',
      'tests/server/operations/releases/upgrade.test.ts',
      'tests/server/operations/state/watched-site.test.ts',
      'tests/server/leads/{intake/bad-input,injections}.test.ts',
    ],
    testTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
  },
})
