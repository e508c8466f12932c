import Sqlite from 'better-sqlite3'

/** The version of a database file (`PRAGMA user_version`), which may be of a newer program than this one. */
export function databaseVersion(path: string): number {
  const db = new Sqlite(path, { readonly: true, fileMustExist: true })
  try {
    return db.pragma('user_version', { simple: true }) as number
  } finally {
    db.close()
  }
}

/**
 * What the program writes for itself: among it e-mails, of which a restore stops those that wait, and the follow-up of each
 * submission, whose changes are rows of follow_up_changes.
 */
const OWN_NOTES = ['desk_links', 'desk_sessions', 'follow_ups', 'health', 'mail_server', 'marks', 'notices', 'outbox']

/**
 * How many rows of a database have been added or changed since a copy of it, whose tables may be older. Tables that the
 * copy lacks and rows that were deleted since do not count.
 */
export function countChanges(path: string, copy: string): number {
  const db = new Sqlite(path, { readonly: true, fileMustExist: true })
  try {
    db.prepare('ATTACH ? AS copy').run(copy)
    return tablesOfBoth(db)
      .map((table) => countChanged(db, table))
      .reduce((sum, count) => sum + count, 0)
  } finally {
    db.close()
  }
}

function tablesOfBoth(db: Sqlite.Database): string[] {
  const names = db.prepare<[], string>(
    `SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'
     INTERSECT SELECT name FROM copy.sqlite_master WHERE type = 'table'`,
  )
  return names
    .pluck()
    .all()
    .filter((name) => !OWN_NOTES.includes(name))
}

function countChanged(db: Sqlite.Database, table: string): number {
  const columns = db
    .prepare<[string, string], string>(
      `SELECT '"' || name || '"' FROM pragma_table_info(?, 'main')
       WHERE name IN (SELECT name FROM pragma_table_info(?, 'copy'))`,
    )
    .pluck()
    .all(table, table)
    .join()
  const changed = `SELECT ${columns} FROM main."${table}" EXCEPT SELECT ${columns} FROM copy."${table}"`
  return db.prepare<[], number>(`SELECT count(*) FROM (${changed})`).pluck().get() ?? 0
}
