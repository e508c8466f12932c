/** The code of an error of SQLite, such as SQLITE_BUSY; empty for any other error. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('SQLITE_') ? code : ''
}
