/** Ends a request after so many milliseconds: `AbortSignal.timeout` for browsers without it, such as Safari 15. */
export function abortAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), milliseconds)
  return controller.signal
}
