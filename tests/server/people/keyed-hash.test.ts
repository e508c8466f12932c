import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ExpectedError } from '../../../src/server/expected-error.ts'
import { keyState } from '../../../src/server/operations/state/database-state.ts'
import { adoptNewKey, createKeyedHash, isOwnKey, keyPath } from '../../../src/server/people/keyed-hash.ts'
import { createObjections } from '../../../src/server/people/objections.ts'
import { folder, scratchFolder } from '../../support/scratch-folder.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

scratchFolder()
setUpTestBackend('2026-11-23T10:00:00.000Z', () => join(folder, 'hera.sqlite'))
const file = () => keyPath(backend.path)
const state = () => keyState(backend.db, backend.path)
const objections = () => createObjections(backend.db, createKeyedHash(backend.path), backend.clock)

it('the key is created once, for its owner only, and hashes without regard to capitals and spaces', () => {
  expect(statSync(file()).mode & 0o777, 'permissions of the file').toBe(0o600)
  expect(createKeyedHash(backend.path)(' LEA@exemple.fr ')).toBe(backend.hash('lea@exemple.fr'))
  expect(backend.hash('lea@exemple.fr')).toMatch(/^[\w-]{43}$/)
  expect(createKeyedHash(join(folder, 'autre.sqlite'))('lea@exemple.fr')).not.toBe(backend.hash('lea@exemple.fr'))
})

it('the key hashes as in earlier versions, because stored hashes could not be matched otherwise', () => {
  writeFileSync(file(), 'A'.repeat(43))
  expect(createKeyedHash(backend.path)('Lea@exemple.fr')).toBe('Q40W1GkN2Ykq_-TDV8xDJgkEuVuSWxaDRaTgycgeRJQ')
})

it('the state of the key is unknown before the first start, then pass, and fails without the key or with another', () => {
  const key = readFileSync(file(), 'utf8')
  expect(JSON.stringify(backend.rows('SELECT * FROM small_facts'))).not.toContain(key.trim())
  rmSync(file())
  expect(state()).toMatchObject({ status: 'fail', remedy: expect.stringContaining(file()) })
  const states = [key, 'A'.repeat(43), 'abc'].map((found) => {
    writeFileSync(file(), found)
    return state()?.status
  })
  expect(states).toEqual(['pass', 'fail', 'fail'])
  expect(() => createKeyedHash(backend.path), 'with a damaged key').toThrow(ExpectedError)
  expect(readFileSync(file(), 'utf8'), 'which is not replaced').toBe('abc')
  backend.db.exec('DELETE FROM small_facts')
  expect(state(), 'before the first start').toBeUndefined()
})

it('a missing key makes objections unknown, so every address counts as objecting until it is back', () => {
  const key = readFileSync(file())
  const known = () => [
    objections().isReadable(),
    ...['ana', 'bob'].map((name) => objections().has(`${name}@exemple.fr`)),
  ]
  rmSync(file())
  expect(known(), 'without objections').toEqual([true, false, false])
  writeFileSync(file(), key)
  objections().add('ana@exemple.fr')
  rmSync(file())
  expect(known()).toEqual([false, true, true])
  writeFileSync(file(), key)
  expect(known(), 'with the key again').toEqual([true, true, false])
})

it('a lost key can be replaced for good: the objections are deleted and the state passes', () => {
  objections().add('ana@exemple.fr')
  rmSync(file())
  const hash = createKeyedHash(backend.path)
  expect(adoptNewKey(backend.db, hash), 'objections that were deleted').toBe(1)
  expect({ own: isOwnKey(backend.db, hash), state: state()?.status, known: objections().isReadable() }).toEqual({
    own: true,
    state: 'pass',
    known: true,
  })
})
