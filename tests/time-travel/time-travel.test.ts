import { expect, it } from 'vitest'
import { travel } from './time-travel.ts'

const STORIES = 4
const SEED = 1985

it('the database contains exactly the data of the register during simulated ten years', async () => {
  await expect(travel(STORIES, SEED)).resolves.toBeUndefined()
})
