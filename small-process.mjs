/**
 * Keeps the process small: V8 would rather let young garbage pile up, and gives each helper thread a heap of its own
 * (docs/decisions/0015).
 */
export const V8_OPTIONS = ['--max-semi-space-size=1', '--max-old-space-size=192', '--v8-pool-size=1']

/** Starts this process anew with these options, which Node reads only as it starts; the operator's own ones stand. */
export function keepSmall() {
  const own = process.execArgv.length > 0 || process.env.NODE_OPTIONS
  if (own || process.platform === 'win32') return
  process.execve(process.execPath, [process.execPath, ...V8_OPTIONS, ...process.argv.slice(1)])
}
