import { expect, it } from 'vitest'
import { fuzzParse, fuzzSite } from '../../attacks/fuzz.ts'

it('parse and the tables take or refuse any input, and throw at none', () => {
  expect(fuzzParse(1000).faults).toEqual([])
})

it('the site answers any body below 500 and echoes nothing as an element', async () => {
  const { faults, cases } = await fuzzSite(400)
  expect(faults).toEqual([])
  expect(cases).toBeGreaterThan(400)
})
