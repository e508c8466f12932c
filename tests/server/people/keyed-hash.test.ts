import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

it('the state of the key is undefined before the first start, then pass', () => {
  expect(state(), 'the state before the first start').toBeUndefined()
  recordKey(db, createKeyedHash(path))
  expect(state()?.status).toBe('pass')
  expect(JSON.stringify(db.prepare('SELECT * FROM small_facts').all())).not.toContain(
    readFileSync(keyPath(path), 'utf8'),
  )
})

it('the state of the key fails if it is missing, damaged or replaced, and reading it creates none', () => {
  recordKey(db, createKeyedHash(path))
  const key = readFileSync(keyPath(path))
  rmSync(keyPath(path))
  expect(state()).toMatchObject({ status: 'fail', sentence: expect.stringContaining('Elle manque') })
  expect(state()?.sentence).toContain('Elle manque')
  writeFileSync(keyPath(path), 'abc')
  expect(state()).toMatchObject({ status: 'fail', sentence: expect.stringContaining('endommagé') })
  rmSync(keyPath(path))
  // A start keeps the stored fingerprint.
  recordKey(db, createKeyedHash(path))
  expect(state()).toMatchObject({ status: 'fail', sentence: expect.stringContaining('Ce n’est pas celle') })
  writeFileSync(keyPath(path), key)
  expect(state()?.status).toBe('pass')
})

it('the state of an unreadable key suggests neither that it is damaged nor a new one', () => {
  recordKey(db, createKeyedHash(path))
  rmSync(keyPath(path))
  // Root can read any file, but cannot read a folder as one.
  mkdirSync(keyPath(path))
  expect(state()?.sentence).toBe('Ce compte ne peut pas la lire.')
  expect(state()?.remedy, 'the remedy').toBe(`Donnez-la au compte du service : chown hera:hera ${keyPath(path)}`)
})

it('a missing key makes objections unknown, so every address counts as objecting until it is back', () => {
  recordKey(db, createKeyedHash(path))
  objections().add('ana@exemple.fr')
  const key = readFileSync(keyPath(path))
  rmSync(keyPath(path))
  expect(objections().isReadable(), 'objections are known without the key').toBe(false)
  expect([objections().has('ana@exemple.fr'), objections().has('bob@exemple.fr')]).toEqual([true, true])
  writeFileSync(keyPath(path), key)
  expect(objections().isReadable(), 'objections are known with the key again').toBe(true)
  expect([objections().has('ana@exemple.fr'), objections().has('bob@exemple.fr')]).toEqual([true, false])
})

it('a missing key has no effect without objections', () => {
  recordKey(db, createKeyedHash(path))
  rmSync(keyPath(path))
  expect([objections().isReadable(), objections().has('bob@exemple.fr')], 'known, and not of bob').toEqual([
    true,
    false,
  ])
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
