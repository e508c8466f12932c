import { expect, it } from 'vitest'
import { fuzzParse, fuzzSite } from '../../../attacks/fuzz.ts'

/** The same input at each run; `npm run torture` draws others. */
const SEED = 1985

it('parse and the tables take or refuse any input, and throw at none', () => {
  expect(fuzzParse(1000, SEED).faults).toEqual([])
})

it('the site answers any body below 500 and echoes nothing as an element', async () => {
  const { faults, cases } = await fuzzSite(400, SEED)
  expect(faults).toEqual([])
  expect(cases).toBeGreaterThan(400)
})
