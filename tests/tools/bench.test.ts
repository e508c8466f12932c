import { expect, it } from 'vitest'
import { median, table, worstOf } from '../../scripts/bench/figure.ts'

it('npm run bench compares the median of several runs with the limit, and finds the worst, numerically', () => {
  expect([median([9, 11, 10]), median([2, 1]), median([])]).toEqual([10, 1.5, Number.NaN])
  expect(worstOf([9, 11, 10], Number)).toBe(11)
  const figure = (atMost: number) => table([{ what: 'x', values: [9, 11, 10], unit: 'ms', limit: { atMost } }])
  expect([figure(10), figure(9)].map((text) => / 3 .* (yes|NO)$/m.exec(text)?.[1])).toEqual(['yes', 'NO'])
})
