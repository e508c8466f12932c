import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/server/database/database.ts'

const HEAD = `-- What the migrations amount to, for whoever reads. Written by «npm run schema», never by hand; nothing runs it.
`

it('db/schema.sql equals the schema after all migrations (npm run schema rewrites it)', async () => {
  const db = openDatabase(':memory:')
  const definitions = db
    .prepare<[], string>(
      `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'lead\\_words\\_%' ESCAPE '\\'
       ORDER BY tbl_name = 'migrations' DESC, min(rowid) OVER (PARTITION BY tbl_name), rowid`,
    )
    .pluck()
    .all()
  db.close()
  await expect(`${HEAD}\n${definitions.join(';\n\n')};\n`).toMatchFileSnapshot('../../../db/schema.sql')
})
