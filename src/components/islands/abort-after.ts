/** Replaces `AbortSignal.timeout`, which older browsers such as Safari 15 lack. */
export function abortAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), milliseconds)
  return controller.signal
}
