import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../../../src/server/database/database.ts'
import { readFact, recordFailure, recordRun } from '../../../../src/server/database/small-facts.ts'
import { copyTonight, isDue } from '../../../../src/server/operations/backup/nightly.ts'
import { createKeyedHash } from '../../../../src/server/people/keyed-hash.ts'
import { catchOutput } from '../../../support/caught-output.ts'
import { folder, scratchFolder } from '../../../support/scratch-folder.ts'

const clock = () => new Date('2026-11-22T02:15:00.000Z')

catchOutput()
scratchFolder()
let db: Database
let path: string
beforeEach(() => {
  path = join(folder, 'hera.sqlite')
  db = openDatabase(path)
})
afterEach(() => db.close())

it('a copy is due at a quarter past three in Paris, in winter and in summer, and once a night', () => {
  const due = (now: string) => isDue(db, new Date(now))
  expect(due('2026-11-22T12:00:00Z'), 'no copy yet').toBe(true)
  for (const [before, at] of [
    ['2026-11-22T02:14:59.000Z', '2026-11-22T02:15:00.000Z'],
    ['2026-07-22T01:14:59.000Z', '2026-07-22T01:15:00.000Z'],
  ] as const) {
    recordRun(db, 'backup', new Date(Date.parse(before) - 3_600_000))
    expect([due(before), due(at)], at).toEqual([false, true])
    recordRun(db, 'backup', new Date(at))
    expect(due(new Date(Date.parse(at) + 20 * 3_600_000).toISOString()), 'later that day').toBe(false)
    expect(due(new Date(Date.parse(at) + 50 * 3_600_000).toISOString()), 'a missed night').toBe(true)
  }
  recordRun(db, 'backup', new Date('2030-01-01T00:00:00Z'))
  expect(due('2026-11-22T12:00:00Z'), 'a copy dated ahead').toBe(true)
  recordFailure(db, 'backup', new Date('2026-11-22T12:00:00Z'))
  expect([due('2026-11-22T12:30:00Z'), due('2026-11-22T13:30:00Z')], 'an hour after a failure').toEqual([false, true])
})

it('the copy of the night is private, verified, and has beside it what a restore needs', async () => {
  createKeyedHash(path)
  await copyTonight(db, path, clock)
  const copies = join(folder, 'sauvegardes')
  const made = 'hera-2026-11-22-021500.sqlite'
  expect(readdirSync(copies).sort()).toEqual([made, `${made}.key`])
  for (const file of readdirSync(copies)) expect((statSync(join(copies, file)).mode & 0o777).toString(8)).toBe('600')
  expect((statSync(copies).mode & 0o777).toString(8), 'permissions of the folder').toBe('700')
  expect(readFact(db, 'backup')).toBe(clock().toISOString())
})

it('no copy is removed while the clock is doubted', async () => {
  const old = join(folder, 'sauvegardes/hera-2026-11-21-021500.sqlite')
  mkdirSync(dirname(old))
  writeFileSync(old, '')
  recordRun(db, 'purge', new Date('2026-11-21T10:00:00.000Z'))
  await copyTonight(db, path, () => new Date('2046-11-22T02:15:00.000Z'))
  expect(existsSync(old)).toBe(true)
})

it('a copy that fails leaves nothing behind and is recorded', async () => {
  writeFileSync(join(folder, 'sauvegardes'), '')
  await expect(copyTonight(db, path, clock)).rejects.toThrow('EEXIST')
  expect(readFact(db, 'backup-failed')).toBe(clock().toISOString())
  expect(existsSync(join(folder, 'sauvegardes/hera-2026-11-22-021500.sqlite'))).toBe(false)
})

it('another process verifies the copy, which fails without it', async () => {
  const { execPath } = process
  onTestFinished(() => void Object.assign(process, { execPath }))
  process.execPath = join(folder, 'no-node')
  await expect(copyTonight(db, path, clock)).rejects.toThrow('n’a pas pu être vérifié')
})
