import { expect, it } from 'vitest'
import { attackWithKills } from '../attacks/kill.ts'

it('keeps each acknowledged submission exactly once through SIGKILL, and nothing by halves', async () => {
  const { cases, faults, note } = await attackWithKills(300, 3, 1985)
  expect(faults, 'what was lost, doubled or changed').toEqual([])
  expect(cases, 'submissions sent').toBeGreaterThan(60)
  expect(note).toMatch(/3 kills/)
})
