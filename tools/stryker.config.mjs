/**
 * Mutation testing: changes one place of the source at a time and runs the tests that pass there. A change that no test
 * notices is listed. See CONTRIBUTING.md.
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tools/vitest.mutants.config.ts' },
  mutate: ['src/{server,forms,cli,check}/**/*.ts'],
  // Texts: an emptied statement of SQL fails at its first use, and most others are French sentences and words of the log.
  mutator: { excludedMutations: ['StringLiteral'] },
  // What is computed while a file loads would need every test anew for each change; tests/contract has those figures.
  ignoreStatic: true,
  // Only what was changed since, or is tested by other tests than before, is tried again.
  incremental: true,
  incrementalFile: 'reports/mutants/incremental.json',
  htmlReporter: { fileName: 'reports/mutants/index.html' },
  reporters: ['clear-text', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, allowEmojis: false },
  // The sandbox is a copy of the project; no test in it needs these.
  ignorePatterns: ['/art', '/public', '/dist', '/releases', '/db/*.sqlite*', '/reports'],
  concurrency: 2,
  // A machine that does other things at the same time is slow, and a change that seems never to end counts as noticed.
  timeoutMS: 20_000,
}
