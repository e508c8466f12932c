import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createCommit } from '../../../src/server/database/commit.ts'
import { type Database, openDatabase } from '../../../src/server/database/database.ts'
import { folder, scratchFolder } from '../../support/scratch-folder.ts'

let db: Database
scratchFolder()
beforeEach(() => {
  db = openDatabase(join(folder, 'hera.sqlite'))
  db.exec('CREATE TABLE t (n)')
})

/** Writes a number; returns it. */
const add = (n: number) => () => {
  db.prepare('INSERT INTO t VALUES (?)').run(n)
  return n
}
const rows = () => db.prepare('SELECT n FROM t').pluck().all()
const turn = () => new Promise(setImmediate)

it('a commit is acknowledged after a flush that began after it; commits during a flush share the next one', async () => {
  const ends: (() => void)[] = []
  const commit = createCommit(db, () => new Promise((end) => void ends.push(end)))
  const acknowledged: number[] = []
  const send = (n: number) => commit(add(n)).then((result) => acknowledged.push(result))
  send(1)
  await turn()
  send(2)
  send(3)
  await turn()
  expect([rows(), ends.length, acknowledged]).toEqual([[1, 2, 3], 1, []])
  ends[0]?.()
  await turn()
  expect([ends.length, acknowledged]).toEqual([2, [1]])
  ends[1]?.()
  await turn()
  expect(acknowledged).toEqual([1, 2, 3])
})

it('a flush that fails is an error, and what it may have lost is written again', async () => {
  const failures = [new Error('EIO')]
  const commit = createCommit(db, async () => {
    const failure = failures.pop()
    if (failure) throw failure
  })
  await expect(commit(add(1))).rejects.toThrow('EIO')
  expect(statSync(`${db.name}-wal`).size, 'copied to the database').toBe(0)
  expect(await commit(add(2)), 'after it').toBe(2)
  expect(rows()).toEqual([1, 2])
})

it('flushes the log of the database, and all other writes as before', async () => {
  const commit = createCommit(db)
  expect(await commit(add(1))).toBe(1)
  await expect(
    commit(() => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(db.pragma('synchronous', { simple: true }), 'FULL').toBe(2)
  rmSync(`${db.name}-wal`)
  await expect(commit(add(2))).rejects.toThrow('ENOENT')
})
