import { type Database, pluck, readFrom } from './database.ts'

/** Returns the version of a database file (`PRAGMA user_version`), which may be newer than this program. */
export function databaseVersion(path: string): number {
  return readFrom(path, (db) => db.pragma('user_version', { simple: true }) as number)
}

/**
 * Tables that the program writes for itself. They include the outbox, because a restore stops queued e-mails, and the
 * words of leads, because a search adds them.
 */
const INTERNAL_TABLES =
  /^(desk_authors|desk_links|desk_sessions|hash_key|health|lead_words.*|mail_server|marks|migrations|notices|outbox)$/

/**
 * Counts what was added or changed in a database since a copy of it was made: leads (once, whichever of their tables
 * changed) and rows of other tables. The copy may have an older schema. Tables missing from the copy and rows deleted
 * since do not count.
 */
export function countChanges(path: string, copy: string): number {
  return readFrom(path, (db) => {
    db.prepare('ATTACH ? AS copy').run(copy)
    const tables = tablesOfBoth(db).map((table) => ({ table, columns: columnsOfBoth(db, table) }))
    const [ofLeads, others] = [true, false].map((wanted) =>
      tables.filter(({ columns }) => columns.includes('reference') === wanted),
    ) as [Compared[], Compared[]]
    const changes = others.map((each) => `SELECT count(*) AS changed FROM (${changedRows(each)})`)
    if (ofLeads.length > 0) {
      const references = ofLeads.map((each) => `SELECT reference FROM (${changedRows(each)})`)
      changes.push(`SELECT count(*) AS changed FROM (${references.join(' UNION ')})`)
    }
    if (changes.length === 0) return 0
    return pluck<number>(db, `SELECT sum(changed) FROM (${changes.join(' UNION ALL ')})`).get() ?? 0
  })
}

interface Compared {
  table: string
  columns: string[]
}

function tablesOfBoth(db: Database): string[] {
  const names = pluck<string>(
    db,
    `SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'
     INTERSECT SELECT name FROM copy.sqlite_master WHERE type = 'table'`,
  )
  return names.all().filter((name) => !INTERNAL_TABLES.test(name))
}

function columnsOfBoth(db: Database, table: string): string[] {
  return pluck<string>(
    db,
    `SELECT name FROM pragma_table_info(?, 'main') WHERE name IN (SELECT name FROM pragma_table_info(?, 'copy'))`,
  ).all(table, table)
}

function changedRows({ table, columns }: Compared): string {
  const names = columns.map((name) => `"${name}"`).join()
  return `SELECT ${names} FROM main."${table}" EXCEPT SELECT ${names} FROM copy."${table}"`
}
