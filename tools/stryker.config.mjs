/**
 * Mutation testing: changes one place of the source at a time and lists the changes that no test notices. See
 * CONTRIBUTING.md.
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tools/vitest.mutants.config.ts' },
  mutate: ['src/{server,forms,cli,check}/**/*.ts'],
  // An emptied SQL statement fails at its first use, and most other strings are French sentences and log messages.
  mutator: { excludedMutations: ['StringLiteral'] },
  // A mutant of code that runs while its module loads would need every test; tests/contract checks those constants.
  ignoreStatic: true,
  // Tests a mutant again only if its code or its tests have changed.
  incremental: true,
  incrementalFile: 'reports/mutants/incremental.json',
  htmlReporter: { fileName: 'reports/mutants/index.html' },
  reporters: ['clear-text', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, allowEmojis: false },
  // Not copied into the sandbox, because no test needs them there.
  ignorePatterns: ['/art', '/public', '/dist', '/releases', '/db/*.sqlite*', '/reports'],
  concurrency: 2,
  // Generous, because a busy machine is slow and a mutant that times out counts as noticed.
  timeoutMS: 20_000,
}
