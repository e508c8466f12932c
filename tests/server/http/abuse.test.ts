import { expect, it } from 'vitest'
import { attackLimits } from '../../attacks/limits.ts'

it('the rate limiter keeps its memory bounded', () => {
  expect(attackLimits(100_000).faults).toEqual([])
})
