import { statSync } from 'node:fs'

/**
 * Returns a function that is true once an open database file, or its log, was replaced or removed. In WAL mode SQLite
 * goes on committing to a file that nobody can open any more, so the process must end (docs/decisions/0013).
 */
export function watchFile(path: string): () => boolean {
  if (path === ':memory:') return () => false
  const identify = () => [path, `${path}-wal`].map(fileId).join()
  const opened = identify()
  return () => identify() !== opened
}

function fileId(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.dev}:${stats.ino}` : ''
}
