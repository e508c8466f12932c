import fs, { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { openExisting } from '../../../../src/server/database/database.ts'
import { backUp } from '../../../../src/server/operations/backup/backup.ts'
import { erasuresPath } from '../../../../src/server/people/erasures.ts'
import { keyPath } from '../../../../src/server/people/keyed-hash.ts'
import { replaceBuiltin } from '../../../support/replace-builtin.ts'
import { folder, scratchFolder } from '../../../support/scratch-folder.ts'
import { backend, setUpTestBackend } from '../../test-backend.ts'

scratchFolder()
setUpTestBackend('2026-11-22T10:00:00.000Z', () => join(folder, 'hera.sqlite'))
beforeEach(() => {
  backend.submit('contact')
  backend.erase('autre@exemple.fr')
})

/** Functions by which a backup changes a folder. */
const WRITERS = ['writeFileSync', 'renameSync', 'rmSync', 'openSync'] as const

const target = () => join(folder, 'copie.sqlite')
const companions = () => [keyPath, erasuresPath].map((path) => [path(target()), path(backend.path)] as const)
/** The files of a backup: the copy, its key and its log. */
const made = () => [target(), ...companions().map(([copy]) => copy)]
const make = () => backUp(backend.db, backend.path, target(), backend.clock)

it('a backup of a database that cannot be written, as on a full disk, is complete with key and log', async () => {
  backend.db.pragma('query_only = ON')
  await expect(make()).rejects.toThrow(`La copie est complète, ${target()}, mais sa date n’est pas notée`)
  for (const file of made()) expect(existsSync(file), file).toBe(true)
})

it('a backup cut off at any step is missing or complete with key and log, and the next one is complete', async () => {
  let calls = 0
  let last = Number.POSITIVE_INFINITY
  for (const name of WRITERS) {
    const original = fs[name] as (...args: unknown[]) => unknown
    replaceBuiltin(fs, name, ((...args: unknown[]) => {
      calls += 1
      if (calls > last) throw new Error('cut off')
      return original(...args)
    }) as never)
  }
  await make()
  const steps = calls
  expect(steps, 'changes of the folder during a backup').toBeGreaterThan(5)
  for (const file of made()) expect(existsSync(file), file).toBe(true)
  for (let cut = 0; cut < steps; cut++) {
    for (const file of made()) rmSync(file, { force: true })
    calls = 0
    last = cut
    await make().catch(() => {})
    last = Number.POSITIVE_INFINITY
    if (existsSync(target()))
      for (const [copy, original] of companions())
        expect(readFileSync(copy), `${copy}, cut off after ${cut} of ${steps} changes`).toEqual(readFileSync(original))
  }
  rmSync(target(), { force: true })
  await make()
  const copy = openExisting(target())
  expect(copy.prepare('SELECT count(*) FROM contact_messages').pluck().get(), 'rows of the next backup').toBe(1)
  copy.close()
})
