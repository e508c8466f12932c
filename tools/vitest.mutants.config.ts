import { defineConfig } from 'vitest/config'

/**
 * Tests that `npm run mutants` runs for each mutant: only those that call the source in their own process. A server,
 * command or browser started by a test runs the source without the mutant.
 */
export default defineConfig({
  test: {
    include: ['tests/{forms,server,cli,check}/**/*.test.ts', 'tests/contract/{headers,mail,periods,tables}.test.ts'],
    exclude: [
      'tests/check/{collections,guide,launch}.test.ts',
      'tests/cli/{diagnosis,standard-output}.test.ts',
      'tests/server/desk/{attacks,letters,sign-in}.test.ts',
      'tests/server/http/{bounds,proxies,server}.test.ts',
      'tests/server/mail/floods.test.ts',
      'tests/server/people/links.test.ts',
      'tests/server/operations/releases/upgrade.test.ts',
      'tests/server/operations/state/watched-site.test.ts',
      'tests/server/leads/{intake/bad-input,injections}.test.ts',
    ],
    testTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
  },
})
