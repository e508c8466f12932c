import { counted } from '../counted.ts'
import { type Database, DatabaseError, readFrom, toDatabaseError } from './database.ts'
import { latestVersion } from './migrate.ts'

/** Throws DatabaseError unless a file is an undamaged database of this version of Hera or an older one. */
export function checkDatabaseFile(path: string): void {
  try {
    const [version, result] = readFrom(path, (db) => [
      db.pragma('user_version', { simple: true }) as number,
      db.pragma('integrity_check(1)', { simple: true }),
    ])
    if (result !== 'ok') throw new DatabaseError(`${path} est endommagé (${result}).`)
    if (version < 1 || version > latestVersion())
      throw new DatabaseError(`${path} n’est pas une base de cette version de Hera ou d’une version plus ancienne.`)
  } catch (error) {
    throw toDatabaseError(error, path)
  }
}

/** Returns the damage found in an open database, each as SQLite's message or a French sentence. */
export function findDamage(db: Database): string[] {
  const damage: string[] = []
  const integrity = db.pragma('integrity_check(5)') as { integrity_check: string }[]
  for (const { integrity_check: found } of integrity) if (found !== 'ok') damage.push(found)
  const orphans = (db.pragma('foreign_key_check') as unknown[]).length
  if (orphans > 0)
    damage.push(`${counted(orphans, 'ligne renvoie', 'lignes renvoient')} à une information qui n’existe plus`)
  const mode = db.pragma('journal_mode', { simple: true })
  if (mode !== 'wal') damage.push(`le journal est en mode ${mode}, WAL est attendu`)
  return damage
}
