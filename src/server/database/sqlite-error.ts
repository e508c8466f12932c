/**
 * Returns the code of a SQLite error, such as SQLITE_BUSY (https://www.sqlite.org/rescode.html); '' for other errors.
 */
export function sqliteCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('SQLITE_') ? code : ''
}

/** True if a row was rejected because another row has the same value in this UNIQUE column. */
export function isUniqueViolation(error: unknown, column: string): boolean {
  return (
    error instanceof Error && sqliteCode(error) === 'SQLITE_CONSTRAINT_UNIQUE' && error.message.endsWith(`.${column}`)
  )
}
