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
      `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'lead\\_words\\_%' ESCAPE '\\'
       ORDER BY tbl_name = 'migrations' DESC, min(rowid) OVER (PARTITION BY tbl_name), rowid`,
    )
    .pluck()
    .all()
  const checksums = db.prepare("SELECT '-- ' || checksum || ' ' || name FROM migrations ORDER BY name").pluck().all()
  db.close()
  await expect(`${HEAD}\n${definitions.join(';\n\n')};\n\n${CHECKSUMS}${checksums.join('\n')}\n`).toMatchFileSnapshot(
    '../../../db/schema.sql',
  )
})
