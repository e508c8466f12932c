/** Writes one line: time, event, figures. The event must not contain user input, an address or a query. */
export function log(event: string): void {
  process.stdout.write(`${new Date().toISOString()} ${event}\n`)
}

/** Writes one line for a failure: the event, the code or name of the error, and its message. */
export function logError(event: string, error: unknown): void {
  const { code, name, message } = error as NodeJS.ErrnoException
  const detail = code ? `${code} ${message}` : `${name}: ${message}`
  logProblem(event, detail.replace(/\s+/g, ' '))
}

/**
 * Writes one line for a problem that a person must solve, without control characters, because the sentence may quote a
 * mail server and be read in a terminal.
 */
export function logProblem(event: string, sentence: string): void {
  process.stderr.write(`${new Date().toISOString()} ERROR ${event}: ${sentence.replace(/\p{Cc}+/gu, ' ')}\n`)
}
