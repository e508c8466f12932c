import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Database, openDatabase, openExisting } from '../../../src/server/database/database.ts'
import { startNightlyCheck } from '../../../src/server/operations/nightly-check.ts'
import { catchOutput } from '../../caught-output.ts'
import { createDatabaseFile } from '../../memory-database.ts'
import { folder, scratchFolder } from '../../scratch-folder.ts'

const HOUR = 3_600_000
let path: string
let db: Database
let at: string
catchOutput()
scratchFolder()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  path = join(folder, 'hera.sqlite')
  createDatabaseFile(path)
  db = openDatabase(path)
})
afterEach(() => {
  vi.useRealTimers()
  db.close()
})

const hour = (time: string, { isDamaged }: { isDamaged: () => boolean }) => {
  at = `2026-11-23T${time}:30:00Z`
  vi.advanceTimersByTime(HOUR)
  return isDamaged()
}

it('the nightly check finds damage at three o’clock, without a restart', () => {
  const check = startNightlyCheck(db, path, () => new Date(at))
  expect(hour('03', check), 'damage in a sound database').toBe(false)
  check.stop()

  const page = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'contact_messages'").pluck().get())
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0x5a, (page - 1) * 4096, page * 4096))
  db = openExisting(path)
  const later = startNightlyCheck(db, path, () => new Date(at))
  expect(hour('02', later), 'damage found at two').toBe(false)
  expect(hour('03', later), 'damage found at three').toBe(true)
  expect(hour('04', later), 'damage still known at four').toBe(true)
  later.stop()
})
