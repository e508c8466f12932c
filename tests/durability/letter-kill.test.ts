import { expect, it } from 'vitest'
import { attackLetterWithKills } from '../attacks/letter-kill.ts'

it('a letter reaches every recipient despite SIGKILL and counts possible duplicates', async () => {
  const { faults, note } = await attackLetterWithKills(150, 2, 1)
  expect(faults, 'lost or uncounted deliveries').toEqual([])
  expect(note).toMatch(/^2 kills/)
})
