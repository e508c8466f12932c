import { expect, it } from 'vitest'
import { browse, openTab } from '../browse.ts'

browse()

it('the top bar covers neither the target of an anchor nor the link that skips it, which moves nothing', async () => {
  const page = await openTab()
  await page.goto('/terms')
  const second = String(await page.locator('.contents a').nth(1).getAttribute('href'))
  await page.goto(`/terms${second}`)
  const isSeen = (element: Element) => {
    const { left, top } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + 5, top + 5))
  }
  const title = page.locator(`h2${second}`)
  await expect.poll(() => title.evaluate(isSeen)).toBe(true)
  const height = () => page.evaluate(() => [scrollY, document.documentElement.scrollHeight])
  const before = await height()
  await page.locator('.skip').focus()
  expect(await page.locator('.skip').evaluate(isSeen), 'the skip link is seen').toBe(true)
  expect(await height(), 'position and height of the page').toEqual(before)
})

it('a link to a question opens it, from another page and from the same', async () => {
  const page = await openTab()
  await page.goto('/faq')
  const [first = '', second = ''] = await page.locator('details').evaluateAll((all) => all.map(({ id }) => id))
  const open = () => page.locator('details[open]').evaluateAll((all) => all.map(({ id }) => id))
  await page.goto('/about')
  await page.goto(`/faq#${first}`)
  await expect.poll(open).toEqual([first])
  await page.evaluate((id) => {
    location.hash = id
  }, second)
  await expect.poll(open).toEqual([second])
})
