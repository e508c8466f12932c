import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BUILT, SOURCE } from '../../tools/faults.ts'

it('each fault of «npm run mutants» matches one place of the source, and its tests exist', () => {
  const lost = [...BUILT, ...SOURCE].filter(
    ({ file, from, tests }) => readFileSync(file, 'utf8').split(from).length !== 2 || !tests.every(existsSync),
  )
  expect(lost.map(({ defect, file }) => `${file}: ${defect}`)).toEqual([])
})
