import { expect, it } from 'vitest'
import { createFailedWrites } from '../../../src/server/operations/health.ts'

const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })

it('failed writes are reported for a minute, or until one succeeds; a bug of the program is none', () => {
  let now = 0
  const writes = createFailedWrites('hera.sqlite', () => new Date(now))
  expect([writes.note(new TypeError('x is not a function')), writes.lately()]).toEqual([false, false])
  expect([writes.note(full), writes.lately()]).toEqual([true, true])
  writes.forget()
  expect(writes.lately(), 'after a success').toBe(false)
  writes.note(full)
  now = 59_999
  expect(writes.lately(), 'within a minute').toBe(true)
  now = 60_000
  expect(writes.lately(), 'after a minute').toBe(false)
})
