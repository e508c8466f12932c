import { expect, it } from 'vitest'
import { browse } from '../browse.ts'
import { visit } from '../open-page.ts'

browse()

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
