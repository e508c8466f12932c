import { expect, it } from 'vitest'
import { browse, openTab } from '../browse.ts'
import { visit } from '../open-page.ts'

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

it('pages of the open menu are prefetched, but none prerendered, which would run its scripts, and none for one person', async () => {
  const page = await visit('/faq', { viewport: { width: 390, height: 800 }, hasTouch: true, reducedMotion: 'reduce' })
  const session = await page.context().newCDPSession(page)
  const fetched: string[] = []
  const ready: string[] = []
  session.on('Network.requestWillBeSent', ({ request }) => {
    const purpose = request.headers['Sec-Purpose']
    if (purpose) fetched.push(`${purpose} ${new URL(request.url).pathname}`)
  })
  session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready') ready.push(new URL(prefetchUrl).pathname)
  })
  await session.send('Network.enable')
  await session.send('Preload.enable')
  await page.locator('.toggle').tap()
  await expect.poll(() => ready, { message: 'prefetched pages' }).toContain('/')
  for (const one of fetched) expect(one).toMatch(/^prefetch \/[a-z-]*$/)
  await page.locator('#menu a[href="/#sellerie"]').tap()
  await page.waitForURL('**/#sellerie')
  const delivery = () => Reflect.get(performance.getEntriesByType('navigation')[0] ?? {}, 'deliveryType')
  // A busy browser may deliver the prefetched page from its cache.
  expect(['navigational-prefetch', 'cache'], 'delivery of the page').toContain(await page.evaluate(delivery))
})
