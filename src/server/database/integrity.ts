import { DatabaseError, readFrom, toDatabaseError } from './database.ts'
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
