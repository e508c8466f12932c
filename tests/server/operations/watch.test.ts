import { beforeEach, expect, it } from 'vitest'
import { createWatch } from '../../../src/server/operations/watch.ts'
import { catchOutput, written } from '../../support/caught-output.ts'
import { db, setUpDatabase } from '../../support/memory-database.ts'

const TODAY = '2026-11-22T10:00:00.000Z'

setUpDatabase()
catchOutput()
/** Milliseconds since the start. */
let now: number
let isReplaced: boolean
beforeEach(() => {
  now = 0
  isReplaced = false
})

const watch = () => {
  const site = { db, databasePath: 'hera.sqlite', clock: () => new Date(TODAY), sendsEmail: false, readsMail: false }
  return createWatch({ ...site, isReplaced: () => isReplaced }, () => new Date(now))
}

it('the site is well while it can commit a row, tried at most every five seconds', () => {
  const { isWell } = watch()
  expect(isWell()).toBe(true)
  expect(db.prepare("SELECT value FROM small_facts WHERE name = 'health'").pluck().get()).toBe(TODAY)
  isReplaced = true
  now = 4999
  expect(isWell(), 'within five seconds').toBe(true)
  now = 5000
  expect([isWell(), isWell()]).toEqual([false, false])
  expect(written.err.match(/ERROR health: .*a été remplacée/g), 'lines about it').toHaveLength(1)
})

it('a failed write of a visitor counts for a minute, or until one succeeds; a bug of the program does not', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const { failed, succeeded, isWell, state } = watch()
  expect([failed(new TypeError('x is not a function')), isWell()]).toEqual([false, true])
  expect([failed(full), isWell()]).toEqual([true, false])
  expect(state().parts[0]).toMatchObject({ status: 'fail', sentence: expect.stringContaining('n’a pas pu être') })
  succeeded()
  expect(isWell(), 'after a success').toBe(true)
  failed(full)
  now = 59_999
  expect(isWell(), 'within a minute').toBe(false)
  now = 60_000
  expect(isWell(), 'after a minute').toBe(true)
})
