import fs, { openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { toOutput } from '../../src/cli/output.ts'
import { replaceBuiltin } from '../replace-builtin.ts'
import { folder, scratchFolder } from '../scratch-folder.ts'

const { writeSync } = fs
let file: string
scratchFolder()
beforeEach(() => {
  file = join(folder, 'liste.csv')
})

/** Lets each call of `writeSync` do what a test wants first; some bytes are written at a time. */
const beforeWriting = (run: (call: number) => void) => {
  let call = 0
  const write = (target: number, bytes: Buffer, done: number) => {
    run(call++)
    return writeSync(target, bytes, done, Math.min(5, bytes.length - done))
  }
  replaceBuiltin(fs, 'writeSync', write as typeof fs.writeSync)
}
const failure = (code: string) => Object.assign(new Error(code), { code })
/** Runs something while a file stands for standard output. */
const withStandardOutput = async (run: () => Promise<unknown>) => {
  const before = Object.getOwnPropertyDescriptor(process.stdout, 'fd')
  const target = openSync(join(folder, 'sortie'), 'w')
  Object.defineProperty(process.stdout, 'fd', { value: target, configurable: true })
  try {
    return await run()
  } finally {
    if (before) Object.defineProperty(process.stdout, 'fd', before)
    else Reflect.deleteProperty(process.stdout, 'fd')
    fs.closeSync(target)
  }
}

it('writes every byte to standard output, also where that takes some at a time or is full for a moment', async () => {
  beforeWriting((call) => {
    if (call === 1) throw failure('EAGAIN')
  })
  expect(await withStandardOutput(() => toOutput(undefined, ['première ligne\n', 'seconde\n']))).toBeUndefined()
  expect(readFileSync(join(folder, 'sortie'), 'utf8')).toBe('première ligne\nseconde\n')
})

it('keeps what the file was where the disk is full half way, and leaves no part', async () => {
  writeFileSync(file, 'avant')
  function* content() {
    yield 'la moitié'
    throw failure('ENOSPC')
  }
  await expect(toOutput(file, content())).rejects.toThrow('ENOSPC')
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['avant', ['liste.csv']])
})

it('says why a file cannot be written at all', async () => {
  await expect(toOutput(join(folder, 'x'.repeat(252)), ['texte'])).rejects.toThrow('ENAMETOOLONG')
})
