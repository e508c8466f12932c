import { expect, it } from 'vitest'
import { weights } from '../scripts/budgets.ts'

it.each(weights())('$what: at most $limit bytes', ({ bytes, limit }) => {
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(limit)
})
