import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trackers } from '../../../src/browser/storage.ts'
import { pageRoutes } from '../../routes.ts'
import { browse, browser, site } from '../browse.ts'
import { axe } from '../harness.ts'
import { wronglySized } from '../targets.ts'

/** What a page may move while it loads, by the measure of the browser: less than an eye sees. */
const STILL = 0.005

browse()

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

describe.each([360, 1280])('at %i pixels', (width) => {
  let page: Page
  const complaints: string[] = []
  /** Pictures come once this is resolved. */
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
    // The letters are in the browser's memory from here on: how much a page moves for them depends on the machine's own fonts.
    pictures.resolve()
    await page.goto(site.url)
    await page.evaluate(() => document.fonts.ready)
    // The call of the counter has its answer before the page is left.
    await page.getByText(/visites? en cours/).waitFor()
  })
  afterAll(() => page?.close())

  /** How much the page has moved so far, and whether its letters came after its first words. */
  const movement = () =>
    page.evaluate(async () => {
      await document.fonts.ready
      const { shift, lettersAt } = (globalThis as unknown as { seen: { shift: number; lettersAt: number } }).seen
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return { shift, late: lettersAt > (paint?.startTime ?? 0) }
    })

  /** Lets the first form of the page say what is missing, which its island writes. */
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
        // On a busy machine the browser may draw nothing for long: what is loaded by then is looked at.
        await Promise.race([new Promise(requestAnimationFrame), new Promise((resolve) => setTimeout(resolve, 1000))])
      }
      // Further down, the browser keeps in place what it shows.
      scrollTo(0, 0)
    })

  const height = () => page.evaluate(() => document.fonts.ready.then(() => document.documentElement.scrollHeight))

  it.each(pageRoutes())('%s is clean, stands still and fits, in larger letters too', async (path) => {
    await page.setViewportSize({ width, height: 900 })
    const onEveryLoad: string[] = []
    const load = async () => {
      // The page before may have been left while it was still asking for something.
      await page.goto('about:blank')
      complaints.length = 0
      pictures = Promise.withResolvers()
      await page.goto(site.url + path, { waitUntil: 'domcontentloaded' })
      const bare = await height()
      pictures.resolve()
      await page.waitForLoadState('load')
      await scrollThrough()
      expect(await height(), 'height of the page with its pictures, beside that before they came').toBe(bare)
      onEveryLoad.push(...complaints.splice(0))
      const { shift, late } = await movement()
      return shift < STILL || !late
    }
    // On a busy machine the letters may come late: only then the page is loaded again, however long that takes.
    let stands = await load()
    for (let again = 0; again < 9 && !stands; again++) stands = await load()
    expect(stands, 'the page stands still once its letters are there').toBe(true)
    expect(await wronglySized(page), 'pictures that are sent in another size than they are shown').toEqual([])
    // The counter comes by itself, and must not come while axe looks.
    if (path === '/') await page.getByText(/visites? en cours/).waitFor()
    expect([...onEveryLoad, ...complaints], 'complaints while the page loads').toEqual([])
    expect(await axe(page), 'faults of accessibility').toEqual([])
    // That took half a second, in which islands came to life.
    expect((await movement()).shift, 'what moved while islands came to life').toBeLessThan(STILL)
    if (width === 1280) await pressEmptyForm()
    expect(complaints, 'complaints of a form that says what is missing').toEqual([])
    expect(await page.context().cookies(), 'cookies that were set').toEqual([])
    if (width === 360) await page.setViewportSize({ width: 320, height: 900 })
    else await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await widthOf(page), 'width of the page').toBeLessThanOrEqual(width === 360 ? 320 : width)
  })
})
