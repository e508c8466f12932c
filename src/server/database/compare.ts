import { type Database, pluck, readFrom } from './database.ts'

/** Returns the version of a database file (`PRAGMA user_version`), which may be newer than this program. */
export function databaseVersion(path: string): number {
  return readFrom(path, (db) => db.pragma('user_version', { simple: true }) as number)
}

/**
 * Tables that the program writes for itself. They include the outbox, because a restore stops queued e-mails, the words
 * of leads, because a search adds them, and the visits, because each page view would keep a failed upgrade in place.
 */
const INTERNAL_TABLES =
  /^(desk_authors|desk_links|desk_sessions|hash_key|health|lead_words.*|mail_server|marks|migrations|notices|outbox|visits)$/

/**
 * True if rows were added or changed in a database since a copy of it was made. The copy may have an older schema.
 * Tables missing from the copy and rows deleted since do not count.
 */
export function hasChanged(path: string, copy: string): boolean {
  return readFrom(path, (db) => {
    db.prepare('ATTACH ? AS copy').run(copy)
    return tablesOfBoth(db).some((table) => db.prepare(changedRows(db, table)).get() !== undefined)
  })
}

function tablesOfBoth(db: Database): string[] {
  const names = pluck<string>(
    db,
    `SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'
     INTERSECT SELECT name FROM copy.sqlite_master WHERE type = 'table'`,
  )
  return names.all().filter((name) => !INTERNAL_TABLES.test(name))
}

function changedRows(db: Database, table: string): string {
  const names = pluck<string>(
    db,
    `SELECT '"' || name || '"' FROM pragma_table_info(?, 'main')
     WHERE name IN (SELECT name FROM pragma_table_info(?, 'copy'))`,
  ).all(table, table)
  return `SELECT ${names.join()} FROM main."${table}" EXCEPT SELECT ${names.join()} FROM copy."${table}"`
}
