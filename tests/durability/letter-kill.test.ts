import { expect, it } from 'vitest'
import { attackLetterWithKills } from '../attacks/letter-kill.ts'

it('brings a letter to each reader through SIGKILL, and counts what may have arrived twice', async () => {
  const { faults, note } = await attackLetterWithKills(150, 2, 1)
  expect(faults, 'what was lost, doubled or changed').toEqual([])
  expect(note).toMatch(/^2 kills/)
})
