import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trackers } from '../../../src/browser/storage.ts'
import { pageRoutes } from '../../routes.ts'
import { browse, browser, site } from '../browse.ts'
import { axe } from '../harness.ts'
import { wronglySized } from '../targets.ts'

/** Maximum layout shift of a page while it loads: less than an eye sees. */
const STILL = 0.005

browse()

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

describe.each([360, 1280])('at %i pixels', (width) => {
  let page: Page
  const complaints: string[] = []
  /** Pictures are held back until this is resolved. */
  let pictures = Promise.withResolvers<void>()
  beforeAll(async () => {
    page = await browser.newPage({ reducedMotion: 'reduce' })
    await page.addInitScript((key) => {
      sessionStorage.setItem(key, '1')
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`Content Security Policy: ${violatedDirective} ${blockedURI}`),
      )
      const seen = { shift: 0, lettersAt: 0 }
      Object.defineProperty(globalThis, 'seen', { value: seen })
      document.fonts.addEventListener('loadingdone', () => {
        seen.lettersAt = performance.now()
      })
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) seen.shift += (shift as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    }, trackers.popup.key)
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`))
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== site.url && protocol !== 'data:') complaints.push(`other site: ${request.url()}`)
    })
    await page.route(/\.(avif|webp)$/, async (route) => {
      await pictures.promise
      await route.continue().catch(() => {})
    })
    // Caches the fonts, because the shift caused by late fonts depends on the fonts of the machine.
    pictures.resolve()
    await page.goto(site.url)
    await page.evaluate(() => document.fonts.ready)
    // Waits for the response to the visitor counter before the page is left.
    await page.getByText(/visites? en cours/).waitFor()
  })
  afterAll(() => page?.close())

  /** Returns the layout shift so far, and whether the fonts were loaded after the first contentful paint. */
  const movement = () =>
    page.evaluate(async () => {
      await document.fonts.ready
      const { shift, lettersAt } = (globalThis as unknown as { seen: { shift: number; lettersAt: number } }).seen
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return { shift, late: lettersAt > (paint?.startTime ?? 0) }
    })

  /** Submits the first form of the page empty, so that its island renders the errors. */
  async function pressEmptyForm(): Promise<void> {
    const form = page.locator('main form').first()
    if ((await form.count()) === 0) return
    await form.locator('input:not([type=hidden])').first().focus()
    await form.locator('button[type=submit]').click()
    await form.locator('.form-summary').waitFor()
  }

  const scrollThrough = () =>
    page.evaluate(async () => {
      for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
        scrollTo(0, y)
        // Waits at most a second, because a busy machine may paint nothing for longer.
        await Promise.race([new Promise(requestAnimationFrame), new Promise((resolve) => setTimeout(resolve, 1000))])
      }
      // Back to the top, because scroll anchoring hides shifts further down.
      scrollTo(0, 0)
    })

  const height = () => page.evaluate(() => document.fonts.ready.then(() => document.documentElement.scrollHeight))

  it.each(pageRoutes())('%s logs nothing, does not shift, passes axe and fits with larger text', async (path) => {
    await page.setViewportSize({ width, height: 900 })
    const onEveryLoad: string[] = []
    const load = async () => {
      // Aborts requests of the previous page before messages are collected.
      await page.goto('about:blank')
      complaints.length = 0
      pictures = Promise.withResolvers()
      await page.goto(site.url + path, { waitUntil: 'domcontentloaded' })
      const bare = await height()
      pictures.resolve()
      await page.waitForLoadState('load')
      await scrollThrough()
      expect(await height(), 'height of the page with pictures, compared to that before').toBe(bare)
      onEveryLoad.push(...complaints.splice(0))
      const { shift, late } = await movement()
      return shift < STILL || !late
    }
    // Loads the page again only if the fonts came late, as they may on a busy machine.
    let stands = await load()
    for (let again = 0; again < 9 && !stands; again++) stands = await load()
    expect(stands, 'the page does not shift once its fonts are cached').toBe(true)
    expect(await wronglySized(page), 'pictures fetched in another size than shown').toEqual([])
    // Waits for the visitor counter, which must not appear while axe runs.
    if (path === '/') await page.getByText(/visites? en cours/).waitFor()
    expect([...onEveryLoad, ...complaints], 'messages while the page loads').toEqual([])
    expect(await axe(page), 'axe findings').toEqual([])
    // axe takes half a second, in which islands are hydrated.
    expect((await movement()).shift, 'layout shift during hydration').toBeLessThan(STILL)
    if (width === 1280) await pressEmptyForm()
    expect(complaints, 'messages of a form with errors').toEqual([])
    expect(await page.context().cookies(), 'cookies').toEqual([])
    if (width === 360) await page.setViewportSize({ width: 320, height: 900 })
    else await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await widthOf(page), 'width of the page').toBeLessThanOrEqual(width === 360 ? 320 : width)
  })
})
