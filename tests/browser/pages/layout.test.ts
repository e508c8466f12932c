import { expect, it } from 'vitest'
import { browse, openTab } from '../browse.ts'
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

it('the fallback fonts have the metrics of the fonts, so that a late one moves nothing', async () => {
  const page = await openTab({ viewport: { width: 390, height: 844 } })
  await page.goto('/terms')
  const changed = await page.evaluate(async () => {
    await document.fonts.ready
    const texts = [...document.querySelectorAll('main :is(h1, h2, p)')]
    const heights = () => texts.map((text) => Math.round(text.getBoundingClientRect().height))
    const own = heights()
    const root = document.documentElement
    for (const name of ['--font-text', '--font-display'])
      root.style.setProperty(
        name,
        getComputedStyle(root)
          .getPropertyValue(name)
          .replace(/^[^,]+,/, ''),
      )
    const late = heights()
    return own.filter((height, index) => height !== late[index]).length / own.length
  })
  expect(changed, 'share of the texts that get another height').toBeLessThan(0.1)
})
