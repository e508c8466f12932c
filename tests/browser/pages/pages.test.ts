import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trackers } from '../../../src/browser/storage.ts'
import { pageRoutes } from '../../routes.ts'
import { browse, browser, site } from '../browse.ts'
import { axe } from '../harness.ts'
import { hold, resizing } from '../open-page.ts'
import { wronglySized } from '../targets.ts'

/** Maximum layout shift of a page while its pictures load and its islands hydrate: less than an eye sees. */
const STILL = 0.005

declare global {
  /** The layout shift of the page so far. */
  var shift: number
}

browse()

describe('every page', () => {
  let page: Page
  let resize: Awaited<ReturnType<typeof resizing>>
  const complaints: string[] = []
  beforeAll(async () => {
    page = await browser.newPage({ reducedMotion: 'reduce' })
    await page.addInitScript((key) => {
      sessionStorage.setItem(key, '1')
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`Content Security Policy: ${violatedDirective} ${blockedURI}`),
      )
      Object.defineProperty(globalThis, 'shift', { value: 0, writable: true })
      new PerformanceObserver((list) => {
        for (const each of list.getEntries()) globalThis.shift += (each as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    }, trackers.popup.key)
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('requestfailed', (request) => {
      // The browser itself aborts the request for a picture when it chooses another size.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()}`)
    })
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== site.url && protocol !== 'data:') complaints.push(`other site: ${request.url()}`)
    })
    resize = await resizing(page)
  })
  afterAll(() => page?.close())

  /** Submits the first form of the page empty, so that its island renders the errors. */
  async function pressEmptyForm(): Promise<void> {
    const form = page.locator('main form').first()
    if ((await form.count()) === 0) return
    // /sellerie-royale folds its form.
    await form.evaluate((each) => each.closest('details')?.setAttribute('open', ''))
    await form.locator('input:not([type=hidden])').first().focus()
    await form.locator('button[type=submit]').click()
    await form.locator('.form-summary, [aria-invalid=true]').first().waitFor()
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

  /** Returns the height of the page once its fonts are loaded, at a width. */
  async function heightAt(width: number): Promise<number> {
    await resize(width)
    return page.evaluate(() => document.fonts.ready.then(() => document.documentElement.scrollHeight))
  }

  /** Forgets the layout shift so far, which the browser reports after a frame: that of late fonts and of resizing. */
  const forgetShift = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      globalThis.shift = 0
    })

  it.each(pageRoutes())('%s logs nothing, does not shift, passes axe and fits with larger text', async (path) => {
    // Aborts requests of the previous page before messages are collected.
    await page.goto('about:blank')
    complaints.length = 0
    const showPictures = await hold(page, '*.avif', '*.webp')
    await page.goto(site.url + path, { waitUntil: 'domcontentloaded' })
    const [wide, narrow] = [await heightAt(1280), await heightAt(360)]
    await forgetShift()
    await showPictures()
    await page.waitForLoadState('load')
    await scrollThrough()
    expect(await heightAt(360), 'height with pictures at 360 pixels, compared to that without').toBe(narrow)
    expect(await wronglySized(page), 'pictures fetched in another size than shown at 360 pixels').toEqual([])
    expect(complaints, 'messages while the page loads').toEqual([])
    expect(await axe(page), 'axe findings at 360 pixels').toEqual([])
    // axe takes half a second, in which islands are hydrated.
    expect(await page.evaluate(() => globalThis.shift), 'layout shift').toBeLessThan(STILL)
    expect(await heightAt(1280), 'height with pictures at 1280 pixels, compared to that without').toBe(wide)
    expect(await wronglySized(page), 'pictures fetched in another size than shown at 1280 pixels').toEqual([])
    expect(await axe(page), 'axe findings at 1280 pixels').toEqual([])
    await pressEmptyForm()
    expect(complaints, 'messages of a form with errors').toEqual([])
    expect(await page.context().cookies(), 'cookies').toEqual([])
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width(), 'width of the page with text twice as large').toBeLessThanOrEqual(1280)
  })
})
