import { describe, expect, it } from 'vitest'
import type { Commit } from '../../../src/server/database/commit.ts'
import { createFailedWrites } from '../../../src/server/operations/health.ts'

const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
const taken = Object.assign(new Error('UNIQUE'), { code: 'SQLITE_CONSTRAINT_UNIQUE' })

describe('failed writes', () => {
  it.each([
    ['a full disk', full, true],
    ['a locked database', Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' }), true],
    ['a duplicate row', taken, false],
    ['a bug of the program', new TypeError('x is not a function'), false],
  ])('are reported for errors of the disk or the lock only: %s', async (_, error, failed) => {
    const writes = createFailedWrites('hera.sqlite', () => new Date(0))
    const commit: Commit = writes.watch(async (job) => job())
    expect(await commit(() => 'stored')).toBe('stored')
    expect(writes.lately(), 'failed writes after a success').toBe(false)
    const rejected = commit(() => {
      throw error
    })
    await expect(rejected).rejects.toBe(error)
    expect([writes.lately(), writes.note(error)]).toEqual([failed, failed])
  })

  it('are reset by a successful write', async () => {
    const writes = createFailedWrites('hera.sqlite', () => new Date(0))
    writes.note(full)
    await writes.watch(async (job) => job())(() => 'stored')
    expect(writes.lately(), 'failed writes after a successful write').toBe(false)
  })

  it('are reported for a minute', () => {
    let now = 0
    const writes = createFailedWrites('hera.sqlite', () => new Date(now))
    writes.note(full)
    now = 59_999
    expect(writes.lately(), 'failed writes within a minute').toBe(true)
    now = 60_000
    expect(writes.lately(), 'failed writes after a minute').toBe(false)
  })
})
