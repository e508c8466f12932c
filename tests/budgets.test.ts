import { expect, it } from 'vitest'
import { weights } from '../scripts/budgets.ts'

it.each(weights())('$what: at most $limit bytes', ({ what, bytes, limit }) => {
  // A text needs no script file.
  if (!what.startsWith('script files')) expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(limit)
})
