import { beforeEach, expect, it } from 'vitest'
import { noteMailServer } from '../../../src/server/mail/results.ts'
import { createWatch } from '../../../src/server/operations/watch.ts'
import { catchOutput, written } from '../../support/caught-output.ts'
import { insertMessage } from '../../support/insert-rows.ts'
import { db, setUpDatabase } from '../../support/memory-database.ts'

const TODAY = '2026-11-22T10:00:00.000Z'
const build = { siteUrl: '', builtAt: TODAY, commit: '', missing: [], campaignEnds: '2027-01-01', notices: {} }

setUpDatabase()
catchOutput()
/** Milliseconds since the start. */
let now: number
let replaced: { database: boolean; build: boolean }
beforeEach(() => {
  now = 0
  replaced = { database: false, build: false }
})

const watch = (sendsEmail = false) =>
  createWatch(
    {
      ...{ db, databasePath: 'hera.sqlite', build, clock: () => new Date(TODAY), sendsEmail, readsMail: false },
      isReplaced: () => replaced.database,
      isBuildWhole: () => !replaced.build,
    },
    () => new Date(now),
  )

it('health commits a row, and is reused for five seconds', () => {
  const { health } = watch()
  expect(health()).toEqual({ write: true })
  expect(db.prepare("SELECT value FROM small_facts WHERE name = 'health'").pluck().get()).toBe(TODAY)
  replaced = { database: true, build: true }
  now = 4999
  expect(health(), 'within five seconds').toEqual({ write: true })
  now = 5000
  expect([health(), health()]).toEqual(Array(2).fill({ write: false, build: false }))
  expect(written.err.match(/ERROR health: .*a été remplacée/g), 'lines about it').toHaveLength(1)
  replaced = { database: false, build: false }
  now = 10_000
  expect(health(), 'once all is well').toEqual({ write: true })
})

it('health says whether the mail server takes messages, if there is one', () => {
  expect(watch(true).health()).toEqual({ write: true, mail: true })
  noteMailServer(db, { failures: 9, pausedUntil: null, lastError: '535' })
  insertMessage(db, '2026-11-22T09:00:00.000Z', { recipient: 'lea@exemple.fr' })
  expect(watch(true).health()).toEqual({ write: true, mail: false })
})

it('a failed write of a visitor counts for a minute, or until one succeeds; a bug of the program does not', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const { failed, succeeded, health } = watch()
  expect([failed(new TypeError('x is not a function')), health().write]).toEqual([false, true])
  expect([failed(full), health().write]).toEqual([true, false])
  succeeded()
  expect(health().write, 'after a success').toBe(true)
  failed(full)
  now = 59_999
  expect(health().write, 'within a minute').toBe(false)
  now = 60_000
  expect(health().write, 'after a minute').toBe(true)
})

it('the state shows what visitors see: a write that failed, files that were replaced', () => {
  const { failed, state } = watch()
  const running = () => state().parts.find(({ name }) => name === 'running')
  expect(running()?.status).toBe('pass')
  failed(Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' }))
  expect(running()).toMatchObject({ status: 'fail', sentence: expect.stringContaining('n’a pas pu être enregistré') })
  replaced.build = true
  expect(running()).toMatchObject({ status: 'fail', sentence: expect.stringContaining('ont été remplacés') })
})
