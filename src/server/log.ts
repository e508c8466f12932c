/** Writes one line: time, event, figures. Never what a person typed, an address or a query. */
export function log(event: string): void {
  process.stdout.write(`${new Date().toISOString()} ${event}\n`)
}

/** Writes one line for a failure: what failed and the error's code or kind, without its text when that may quote data. */
export function logError(event: string, error: unknown): void {
  const { code, name, message } = error as NodeJS.ErrnoException
  const detail = code ? `${code} ${message}` : `${name}: ${message}`
  logProblem(event, detail.replace(/\s+/g, ' '))
}

/** Writes one line for what needs a person, without signs that a terminal obeys: a mail server may have said it. */
export function logProblem(event: string, sentence: string): void {
  process.stderr.write(`${new Date().toISOString()} ERROR ${event}: ${sentence.replace(/\p{Cc}+/gu, ' ')}\n`)
}
