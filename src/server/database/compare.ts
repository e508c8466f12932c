import { type Database, readFrom } from './database.ts'
import { pluck } from './pluck.ts'

/** The version of a database file (`PRAGMA user_version`), which may be of a newer program than this one. */
export function databaseVersion(path: string): number {
  return readFrom(path, (db) => db.pragma('user_version', { simple: true }) as number)
}

/**
 * What the program writes for itself: among it e-mails, of which a restore stops those that wait, and the words of leads,
 * which a search adds.
 */
const OWN_NOTES =
  /^(desk_authors|desk_links|desk_sessions|hash_key|health|lead_words.*|mail_server|marks|migrations|notices|outbox)$/

/**
 * How many things of a database have been added or changed since a copy of it, whose tables may be older: leads, whichever of
 * their tables it was, and rows of the other tables. Tables that the copy lacks and rows that were deleted since do not
 * count.
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
  return names.all().filter((name) => !OWN_NOTES.test(name))
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
