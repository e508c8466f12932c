import { expect, it } from 'vitest'
import { browse } from '../browse.ts'
import { fetchedAhead, visit } from '../open-page.ts'

browse()

/** Opens a page; `fetched` lists the Sec-Purpose header and the path of each speculative request. */
async function open(path: string) {
  const page = await visit(path, {
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const fetched: string[] = []
  session.on('Network.requestWillBeSent', ({ request }) => {
    const purpose = request.headers['Sec-Purpose']
    if (purpose) fetched.push(`${purpose} ${new URL(request.url).pathname}`)
  })
  return { page, fetched }
}

it('the home page is prefetched before its anchor is tapped in the menu', async () => {
  const { page } = await open('/faq')
  const ready = await fetchedAhead(page)
  await page.locator('.toggle').tap()
  await expect.poll(() => [...ready]).toContain('/')
  await page.locator('#menu a[href="/#sellerie"]').tap()
  await page.waitForURL('**/#sellerie')
  const delivery = () => Reflect.get(performance.getEntriesByType('navigation')[0] ?? {}, 'deliveryType')
  // A busy browser may deliver the prefetched page from its cache.
  expect(['navigational-prefetch', 'cache'], 'delivery of the page').toContain(await page.evaluate(delivery))
})

it('a page is prefetched once the pointer rests on a link in the text', async () => {
  const { page } = await open('/about')
  const ready = await fetchedAhead(page)
  await page.locator('main a[href="/contact"]').hover()
  await expect.poll(() => [...ready]).toContain('/contact')
})

it('pages are prefetched but never prerendered, so that none of their scripts runs; personal pages are not prefetched', async () => {
  const { page, fetched } = await open('/')
  await page.locator('.toggle').tap()
  await expect.poll(() => fetched.length, { message: 'paths fetched ahead' }).toBeGreaterThan(1)
  await page.waitForTimeout(500)
  for (const one of fetched) expect(one).toMatch(/^prefetch \/[a-z-]*$/)
  const rules = await page.locator('script[type=speculationrules]').allTextContents()
  expect(rules.map((text) => Object.keys(JSON.parse(text)))).toEqual([['prefetch']])
})

it.each([
  ['/quilting#bonnet', 1],
  ['/quilting', 0],
])('%s paints first when it is read whole, so that its top is not shown before a part: %i', async (path, holds) => {
  const page = await visit(path)
  expect(await page.locator('head > link[rel=expect][blocking=render]').count()).toBe(holds)
})
