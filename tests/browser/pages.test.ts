import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trackers } from '../../src/storage.ts'
import { pageRoutes } from '../routes.ts'
import { browse, browser, site } from './browse.ts'
import { axe } from './harness.ts'

/** What a page may move while it loads, by the measure of the browser: less than an eye sees. */
const STILL = 0.005

browse()

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

describe.each([360, 1280])('at %i pixels', (width) => {
  let page: Page
  const complaints: string[] = []
  beforeAll(async () => {
    page = await browser.newPage({ reducedMotion: 'reduce' })
    await page.addInitScript((key) => {
      sessionStorage.setItem(key, '1')
      const seen = { shift: 0 }
      Object.defineProperty(globalThis, 'shift', { get: () => seen.shift })
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
    // The letters are in the browser's memory from here on: how much a page moves for them depends on the machine's own fonts.
    await page.goto(site.url)
    await page.evaluate(() => document.fonts.ready)
  })
  afterAll(() => page?.close())

  const shift = () =>
    page.evaluate(async () => {
      await document.fonts.ready
      return (globalThis as unknown as { shift: number }).shift
    })

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

  it.each(pageRoutes())('%s is clean, stands still and fits, in larger letters too', async (path) => {
    await page.setViewportSize({ width, height: 900 })
    const onEveryLoad: string[] = []
    const shiftOnLoad = async () => {
      // The page before may have been left while it was still asking for something.
      await page.goto('about:blank')
      complaints.length = 0
      await page.goto(site.url + path)
      await scrollThrough()
      const moved = await shift()
      onEveryLoad.push(...complaints.splice(0))
      return moved
    }
    // A page that moves by itself does so on each load; on a busy machine its letters come late on some.
    await expect.poll(shiftOnLoad).toBeLessThan(STILL)
    // The counter comes by itself, and must not come while axe looks.
    if (path === '/') await page.getByText(/visites? en cours/).waitFor()
    expect([...onEveryLoad, ...complaints]).toEqual([])
    expect(await axe(page)).toEqual([])
    // That took half a second, in which islands came to life.
    expect(await shift()).toBeLessThan(STILL)
    if (width === 360) await page.setViewportSize({ width: 320, height: 900 })
    else await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await widthOf(page)).toBeLessThanOrEqual(width === 360 ? 320 : width)
  })
})
