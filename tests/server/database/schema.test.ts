import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/server/database/database.ts'

const HEAD = `-- What the migrations amount to, for whoever reads. Written by «npm run schema», never by hand; nothing runs it.
`
const CHECKSUMS = `-- SHA-256 of each migration. That of a released one never changes: databases to which it was applied would be refused.
`

it('db/schema.sql equals the schema after all migrations, with their checksums (npm run schema rewrites it)', async () => {
  const db = openDatabase(':memory:')
  const definitions = db
    .prepare<[], string>(
      `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       ORDER BY tbl_name = 'migrations' DESC, min(rowid) OVER (PARTITION BY tbl_name), rowid`,
    )
    .pluck()
    .all()
  const checksums = db
    .prepare<[], string>("SELECT '-- ' || checksum || ' ' || name FROM migrations ORDER BY name")
    .pluck()
    .all()
  db.close()
  // Said here because «npm run schema» would accept it.
  const before = readFileSync('db/schema.sql', 'utf8')
  for (const line of checksums) {
    const [, , name = ''] = line.split(' ')
    if (before.includes(` ${name}\n`) && !before.includes(line))
      console.warn(`${name} has changed. If it is released, restore it and write a new migration.`)
  }
  await expect(`${HEAD}\n${definitions.join(';\n\n')};\n\n${CHECKSUMS}${checksums.join('\n')}\n`).toMatchFileSnapshot(
    '../../../db/schema.sql',
  )
})
