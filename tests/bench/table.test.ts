import { describe, expect, it } from 'vitest'
import { isMet, type Line, median } from '../../scripts/bench/line.ts'
import { table } from '../../scripts/bench/table.ts'

const line = (values: number[], target?: Line['target']): Line => ({
  part: 'page',
  what: 'LCP',
  unit: 'ms',
  values,
  target,
})

describe('a figure of the bench', () => {
  it('is the median of its runs', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
  })

  it('is held against its target in its direction', () => {
    expect(isMet(line([9, 10, 99], { limit: 10, is: 'at most' }))).toBe(true)
    expect(isMet(line([9, 11, 99], { limit: 10, is: 'at most' }))).toBe(false)
    expect(isMet(line([9, 10, 99], { limit: 10, is: 'at least' }))).toBe(true)
    expect(isMet(line([1, 9, 99], { limit: 10, is: 'at least' }))).toBe(false)
    expect(isMet(line([1]))).toBeUndefined()
  })

  it('that a run could not give meets no target', () => {
    for (const is of ['at most', 'at least'] as const)
      expect(isMet(line([1, Number.NaN, 1000], { limit: 10, is }))).toBe(false)
    expect(table([line([Number.NaN], { limit: 10, is: 'at most' })])).toMatch(/page +LCP +≤ 10 ms +– +NO/)
  })
})
