import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/database/database.ts'
import { keyState } from '../../../src/server/operations/state/database-state.ts'
import { adoptNewKey, createKeyedHash, isOwnKey, keyPath, recordKey } from '../../../src/server/people/keyed-hash.ts'
import { createObjections } from '../../../src/server/people/objections.ts'
import { createDatabaseFile } from '../../support/memory-database.ts'
import { folder, scratchFolder } from '../../support/scratch-folder.ts'

const clock = () => new Date('2026-11-23T10:00:00Z')
let path: string
let db: Database
scratchFolder()
beforeEach(() => {
  path = join(folder, 'hera.sqlite')
  createDatabaseFile(path)
  db = openDatabase(path)
})
afterEach(() => db.close())
const state = () => keyState(db, path)
const objections = () => createObjections(db, createKeyedHash(path), clock)

it('the state of the key is unknown before the first start, then pass, and fails without the key or with another', () => {
  expect(state()).toBeUndefined()
  recordKey(db, createKeyedHash(path))
  const key = readFileSync(keyPath(path))
  expect(JSON.stringify(db.prepare('SELECT * FROM small_facts').all())).not.toContain(String(key).trim())
  rmSync(keyPath(path))
  expect(state()).toMatchObject({ status: 'fail', remedy: expect.stringContaining(keyPath(path)) })
  const states = [key, 'abc', 'A'.repeat(43)].map((found) => {
    writeFileSync(keyPath(path), found)
    return state()?.status
  })
  expect(states).toEqual(['pass', 'fail', 'fail'])
})

it('a missing key makes objections unknown, so every address counts as objecting until it is back', () => {
  recordKey(db, createKeyedHash(path))
  const key = readFileSync(keyPath(path))
  const known = () => [
    objections().isReadable(),
    ...['ana', 'bob'].map((name) => objections().has(`${name}@exemple.fr`)),
  ]
  rmSync(keyPath(path))
  expect(known(), 'without objections').toEqual([true, false, false])
  writeFileSync(keyPath(path), key)
  objections().add('ana@exemple.fr')
  rmSync(keyPath(path))
  expect(known()).toEqual([false, true, true])
  writeFileSync(keyPath(path), key)
  expect(known(), 'with the key again').toEqual([true, true, false])
})

it('a lost key can be replaced for good: the objections are deleted and the state passes', () => {
  recordKey(db, createKeyedHash(path))
  objections().add('ana@exemple.fr')
  rmSync(keyPath(path))
  const hash = createKeyedHash(path)
  expect(adoptNewKey(db, hash), 'objections that were deleted').toBe(1)
  expect({ own: isOwnKey(db, hash), state: state()?.status, known: objections().isReadable() }).toEqual({
    own: true,
    state: 'pass',
    known: true,
  })
})
