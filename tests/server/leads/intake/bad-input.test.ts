import { expect, it } from 'vitest'
import { fuzzParse, fuzzSite } from '../../../attacks/fuzz.ts'

/** Fixed, so that each run has the same input; `scripts/soak.ts` draws others. */
const SEED = 1985

it('parse and the tables accept or reject any input without throwing', () => {
  expect(fuzzParse(400, SEED).faults).toEqual([])
})

it('the site responds to any body below 500 and echoes none of it as an element', async () => {
  const { faults, cases } = await fuzzSite(150, SEED)
  expect(faults).toEqual([])
  expect(cases).toBeGreaterThan(150)
})
