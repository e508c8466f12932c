import { expect, it } from 'vitest'
import { attackWithKills } from '../attacks/kill.ts'

it('SIGKILL loses or duplicates no acknowledged submission and leaves none incomplete', async () => {
  const { cases, faults, note } = await attackWithKills(300, 3, 1985)
  expect(faults, 'lost, duplicated or changed rows').toEqual([])
  expect(cases, 'submissions sent').toBeGreaterThan(60)
  expect(note).toMatch(/3 kills/)
})
