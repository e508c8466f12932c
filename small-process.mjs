/**
 * Keeps the process small: V8 would rather let young garbage pile up, and gives each helper thread a heap of its own
 * (docs/decisions/0015).
 */
export const V8_OPTIONS = ['--max-semi-space-size=2', '--max-old-space-size=192', '--v8-pool-size=1']

/**
 * In bytes: the C library (glibc) gives larger blocks back to the system at once, and the end of its heap beyond that. The
 * 64 KiB that Node asks for at each read are not among them, or each would come from the system.
 */
export const MALLOC = { MALLOC_MMAP_THRESHOLD_: '98304', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Starts this process anew with these options, which are read only as it starts; the operator's own ones stand. */
export function keepSmall() {
  const own = process.execArgv.length > 0 || process.env.NODE_OPTIONS
  if (own || process.platform === 'win32') return
  process.execve(process.execPath, [process.execPath, ...V8_OPTIONS, ...process.argv.slice(1)], {
    ...MALLOC,
    ...process.env,
  })
}
