import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/server/clock.ts'
import { type Commit, createCommit } from '../../../src/server/database/commit.ts'
import { type Database, DatabaseError } from '../../../src/server/database/database.ts'
import { db, setUpDatabase } from '../../memory-database.ts'
import { folder, scratchFolder } from '../../scratch-folder.ts'

setUpDatabase()
let commit: Commit
let begun = 0
beforeEach(() => {
  db.exec('CREATE TABLE t (n INTEGER PRIMARY KEY)')
  begun = 0
  // Counts the transactions.
  const counted = new Proxy(db, {
    get: (target, name) => {
      if (name !== 'transaction') return Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name)
      return (work: (jobs: unknown[]) => unknown) =>
        target.transaction((jobs: unknown[]) => {
          begun += 1
          return work(jobs)
        })
    },
  })
  commit = createCommit(counted as Database, systemClock)
})

const insert = (n: number) => () => db.prepare('INSERT INTO t VALUES (?)').run(n).changes
const stored = () => db.prepare('SELECT n FROM t ORDER BY n').pluck().all()

describe('a commit', () => {
  it('is shared by the jobs of one turn of the event loop, each with its own result', async () => {
    expect(await Promise.all([1, 2, 3].map((n) => commit(() => insert(n)() + n)))).toEqual([2, 3, 4])
    expect(begun, 'transactions').toBe(1)
    expect(stored()).toEqual([1, 2, 3])
  })

  it('of several jobs loses only the changes of the job that fails', async () => {
    const failing = commit(() => {
      insert(10)()
      throw new Error('not this one')
    })
    const twice = commit(insert(1))
    const results = await Promise.allSettled([commit(insert(1)), failing, twice, commit(insert(2))])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
    expect(results[1]).toMatchObject({ reason: { message: 'not this one' } })
    expect(stored()).toEqual([1, 2])
  })

  it('is retried after any SQLITE_BUSY code', async () => {
    const busy = [Object.assign(new Error('busy'), { code: 'SQLITE_BUSY_SNAPSHOT' })]
    const added = commit(() => {
      const error = busy.pop()
      if (error) throw error
      return insert(1)()
    })
    expect(await added, 'rows stored by the retry').toBe(1)
    expect(begun, 'transactions').toBe(2)
  })

  it('contains at most 64 jobs, so that other requests are not delayed', async () => {
    await Promise.all(Array.from({ length: 65 }, (_, n) => commit(insert(n))))
    expect(begun, 'transactions of 65 jobs').toBe(2)
    expect(stored()).toEqual([...Array(65).keys()])
  })

  it('that fails because of the disk is not retried job by job', async () => {
    for (const error of [Object.assign(new Error('disk'), { code: 'SQLITE_IOERR_WRITE' }), new DatabaseError('disk')]) {
      begun = 0
      const failing = commit(() => {
        throw error
      })
      const results = await Promise.allSettled([failing, commit(insert(1))])
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
      expect([begun, stored()]).toEqual([1, []])
    }
  })
})

describe('a lock of another process', () => {
  let other: Database
  let now = 0
  let locked: Database
  scratchFolder()
  beforeEach(() => {
    locked = new Sqlite(join(folder, 'db'), { timeout: 0 })
    locked.exec('CREATE TABLE t (n INTEGER PRIMARY KEY)')
    other = new Sqlite(join(folder, 'db'))
    other.exec('BEGIN IMMEDIATE')
    now = 0
  })
  afterEach(() => {
    other.close()
    locked.close()
  })
  const add = (n: number) => () => locked.prepare('INSERT INTO t VALUES (?)').run(n).changes

  it('is waited for, and jobs queued meanwhile are stored in their order', async () => {
    const commit = createCommit(locked, () => new Date(now))
    const first = commit(add(1))
    // Longer than a try and the pause after it.
    await new Promise((resolve) => setTimeout(resolve, 40))
    const second = commit(add(2))
    other.exec('ROLLBACK')
    expect(await Promise.all([first, second])).toEqual([1, 1])
    expect(locked.prepare('SELECT n FROM t').pluck().all()).toEqual([1, 2])
  })

  it('is waited for two seconds; then a job fails, and a later one still waits', async () => {
    const commit = createCommit(locked, () => new Date(now))
    const first = commit(add(1))
    now = 1
    const second = commit(add(2))
    const failed = expect(first).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
    await new Promise((resolve) => setTimeout(resolve, 40))
    now = 2000
    await failed
    other.exec('ROLLBACK')
    expect(await second, 'rows stored by the later job').toBe(1)
    expect(locked.prepare('SELECT n FROM t').pluck().all()).toEqual([2])
  })
})
