import { afterAll, beforeAll, describe } from 'vitest'
import { openSite, type Site } from '../../../site.ts'
import { BEHIND_PROXY, testFormAnswers } from './form-answers.ts'

// Those of `astro dev` are in tests/astro-features.test.ts, which starts it.
describe('the built server', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(BEHIND_PROXY)
  })
  afterAll(() => site?.close())

  testFormAnswers(() => site)
})
