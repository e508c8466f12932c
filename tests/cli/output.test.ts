import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { toOutput } from '../../src/cli/output.ts'
import { folder, scratchFolder } from '../support/scratch-folder.ts'

let file: string
scratchFolder()
beforeEach(() => {
  file = join(folder, 'liste.csv')
})

const failure = (code: string) => Object.assign(new Error(code), { code })
it('toOutput keeps the old file if the disk is full half way, without a partial file', async () => {
  writeFileSync(file, 'avant')
  function* content() {
    yield 'la moitié'
    throw failure('ENOSPC')
  }
  await expect(toOutput(file, content())).rejects.toThrow('ENOSPC')
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['avant', ['liste.csv']])
})

it('toOutput throws if a file cannot be written at all', async () => {
  await expect(toOutput(join(folder, 'x'.repeat(252)), ['texte'])).rejects.toThrow('ENAMETOOLONG')
})
