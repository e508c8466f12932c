/**
 * Calls `turn` now, and again after the pause that it returns, until the returned function is called.
 * @param turn resolves with the pause before the next call, in milliseconds; must not reject
 */
export function repeat(turn: () => Promise<number>): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const next = async (): Promise<void> => {
    const ms = await turn()
    if (!stopped) timer = setTimeout(() => void next(), ms).unref()
  }
  void next()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
