import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/server/clock.ts'
import { type Commit, createCommit } from '../../../src/server/database/commit.ts'
import { type Database, openDatabase } from '../../../src/server/database/database.ts'

let db: Database
let commit: Commit
let begun = 0
beforeEach(() => {
  db = openDatabase(':memory:')
  db.exec('CREATE TABLE t (n INTEGER PRIMARY KEY)')
  begun = 0
  // Counts the transactions that there are.
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
afterEach(() => db.close())

const insert = (n: number) => () => db.prepare('INSERT INTO t VALUES (?)').run(n).changes
const stored = () => db.prepare('SELECT n FROM t ORDER BY n').pluck().all()

describe('a commit', () => {
  it('is shared by what comes in one turn, each with its own result', async () => {
    expect(await Promise.all([1, 2, 3].map((n) => commit(() => insert(n)() + n)))).toEqual([2, 3, 4])
    expect(begun).toBe(1)
    expect(stored()).toEqual([1, 2, 3])
  })

  it('of several loses only the changes of the one that fails, whatever it did before', async () => {
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

  it('goes on after one that failed', async () => {
    await expect(commit(() => db.exec('nonsense'))).rejects.toThrow('nonsense')
    expect(await commit(insert(7))).toBe(1)
  })
})
