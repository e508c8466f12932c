import type { Database } from './database.ts'

/** What is wrong with an open database, in words for the operator; empty when nothing is. */
export function examineDatabase(db: Database): string[] {
  const faults: string[] = []
  const integrity = db.pragma('integrity_check(5)') as { integrity_check: string }[]
  for (const { integrity_check: found } of integrity) if (found !== 'ok') faults.push(found)
  const orphans = (db.pragma('foreign_key_check') as unknown[]).length
  if (orphans > 0) faults.push(`${orphans} lignes renvoient à une information qui n’existe plus`)
  const mode = db.pragma('journal_mode', { simple: true })
  if (mode !== 'wal') faults.push(`le journal est en mode ${mode}, WAL est attendu`)
  return faults
}
