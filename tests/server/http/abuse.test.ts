import { expect, it } from 'vitest'
import { attackLimits } from '../../attacks/limits.ts'

it('keeps a bounded memory', () => {
  expect(attackLimits(100_000).faults).toEqual([])
})
