import { expect, it } from 'vitest'
import { browse } from '../browse.ts'
import { visit } from '../open-page.ts'

browse()

it('on a phone the first window of the home page shows title, picture and button', async () => {
  // A telephone of 390 × 844 whose browser shows its bars.
  const page = await visit('/', { viewport: { width: 390, height: 664 }, reducedMotion: 'reduce' })
  const tops = ['h1', '.hero .picture', '.hero .button'].map((part) =>
    page
      .locator(part)
      .first()
      .evaluate((element) => element.getBoundingClientRect().top),
  )
  expect(Math.max(...(await Promise.all(tops))), 'top of the lowest').toBeLessThan(664 - 24)
})
