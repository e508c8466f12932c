/**
 * Does something now, and again some time after it has ended, until the returned function is called.
 * @param turn gives the milliseconds until the next turn; never rejects
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
