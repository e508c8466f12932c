import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { followConnection } from '../../../src/server/database/follow-connection.ts'

/** A database in memory with one row. */
function memory(name: string) {
  const db = new Sqlite(':memory:')
  db.exec(`CREATE TABLE t (name TEXT); INSERT INTO t VALUES ('${name}')`)
  return db
}

it('uses the present connection in statements and transactions that were made before it was replaced', () => {
  let connection = memory('first')
  let calls = 0
  const db = followConnection({
    current: () => connection,
    guard(run) {
      calls += 1
      return run()
    },
    close: () => connection.close(),
  })
  const names = db.prepare<[], string>('SELECT name FROM t').pluck()
  const row = db.prepare('SELECT name, 1 AS n FROM t')
  const add = db.transaction((name: string) => db.prepare('INSERT INTO t VALUES (?)').run(name).changes)
  expect(names.all()).toEqual(['first'])
  expect(add.immediate('more')).toBe(1)
  expect([...names.iterate()]).toEqual(['first', 'more'])

  connection.close()
  connection = memory('second')
  const before = calls
  expect(names.get()).toBe('second')
  expect(row.raw().get()).toEqual(['second', 1])
  expect(add('again')).toBe(1)
  expect(add.default('and again')).toBe(1)
  expect(names.all()).toEqual(['second', 'again', 'and again'])
  expect(row.columns().map(({ name }) => name)).toEqual(['name', 'n'])
  expect(row.reader).toBe(true)
  expect(db.inTransaction).toBe(false)
  expect(db.pragma('user_version', { simple: true })).toBe(0)
  expect(calls).toBeGreaterThan(before)

  db.close()
  expect(connection.open).toBe(false)
})
