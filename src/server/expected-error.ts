/** The program cannot go on, and the reason is no bug. The message tells the operator in French what to do. */
export class ExpectedError extends Error {}

/** True for such an error, and for a system error that needs no stack trace, such as a folder that is not writable. */
export function isExpected(error: unknown): error is Error {
  return error instanceof ExpectedError || (error instanceof Error && 'code' in error)
}
