import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { trackers } from '../../src/browser/storage.ts'
import { launch, openSite } from '../../tests/browser/harness.ts'
import { pageRoutes } from '../../tests/support/routes.ts'
import { type Figure, measureUntilMet, worstOf } from './figure.ts'
import { APPLIED_LINE, APPLIED_SLOWDOWN, largestPaint, openPhone, openSlowPhone, slowDown } from './phone.ts'

const RUNS = 5
const SLOWDOWN = 6
/** A line with a latency of 400 ms and 50 kB a second. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/** How long a visitor reads the open menu before tapping, in milliseconds. */
const READ_MS = 1500
const SETTLE_MS = 1000
/** Interval between two keys, in milliseconds: faster than most people type. */
const KEY_MS = 60
const TAP = 'bench.tap'
const LONGEST = '#form-ambassador'

/** Opens a page in a new browser context after the splash, with a throttled processor and line. */
type Open = (path: string, slowdown: number, line?: typeof SLOW_LINE) => Promise<Page>

/** Measures how fast the site responds to input, with a processor slowed six times or on a slow line. */
export async function measureFelt(): Promise<Figure[]> {
  const site = await openSite()
  const browser = await launch()
  const open: Open = async (path, slowdown, line) => {
    const page = await openSlowPhone(browser, slowdown, line)
    await skipSplash(page)
    await page.goto(site.url + path)
    return page
  }
  const figure = (what: string, atMost: number, measure: (open: Open) => Promise<number>) =>
    measureUntilMet({ what, unit: 'ms', limit: { atMost } }, RUNS, () => measure(open))
  try {
    return [
      await figure('the longest form submitted empty, until the error summary', 200, submitEmpty),
      await figure('slowest touch or key while a form hydrates', 100, typeWhileHydrating),
      await figure('tap in the menu, until the next page', 150, tapInMenu),
      await slowestNextPage(browser, site.url),
    ]
  } finally {
    await browser.close()
    await site.close()
  }
}

const skipSplash = (page: Page) => page.addInitScript((key) => sessionStorage.setItem(key, '1'), trackers.splash.key)

/** Milliseconds from the click on the submit button to the frame that shows the error summary. */
async function submitEmpty(open: Open): Promise<number> {
  const page = await open('/ambassador', SLOWDOWN)
  await page.locator(`${LONGEST} input:visible`).first().tap()
  // Once it is hydrated, it validates the answers itself.
  await page.waitForFunction((id) => document.querySelector<HTMLFormElement>(id)?.noValidate, LONGEST)
  await sleep(SETTLE_MS)
  const painted = page.evaluate(
    (id) =>
      new Promise<number>((resolve) => {
        const element = document.querySelector(id)
        let started = 0
        addEventListener('click', ({ timeStamp }) => (started ||= timeStamp), { capture: true })
        const observer = new MutationObserver(() => {
          if (!element?.querySelector('.form-summary a')) return
          observer.disconnect()
          // A task queued in an animation frame runs after the paint.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
        })
        observer.observe(document, { childList: true, subtree: true })
      }),
    LONGEST,
  )
  await page.locator(`${LONGEST} button[type=submit]`).click()
  const milliseconds = await painted
  await page.context().close()
  return milliseconds
}

/** Longest time from a tap or key to its frame while a form hydrates. */
async function typeWhileHydrating(open: Open): Promise<number> {
  const page = await open('/contact', SLOWDOWN)
  await page.evaluate(() => {
    const durations: number[] = []
    Object.assign(window, { durations })
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration)
    })
    // Shorter events end within a frame. The types do not know this option yet.
    const events = { type: 'event', durationThreshold: 16 }
    observer.observe(events)
  })
  const field = page.locator('#form-contact input:visible').first()
  await field.scrollIntoViewIfNeeded()
  const box = await field.boundingBox()
  if (!box) throw new Error('the contact form has no field to touch')
  // A locator's tap() measures the page repeatedly before it, on the same slowed processor.
  await sleep(SETTLE_MS)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await page.keyboard.type('Une jument de sept ans et trois poulains', { delay: KEY_MS })
  await sleep(SETTLE_MS)
  const hydrated = await page.evaluate(() => document.querySelector<HTMLFormElement>('#form-contact')?.noValidate)
  if (!hydrated) throw new Error('the contact form was not hydrated during typing')
  const slowest = await page.evaluate(() => Math.max(0, ...(Reflect.get(window, 'durations') as number[])))
  await page.context().close()
  return slowest
}

/** Milliseconds from the tap on a menu link to the first paint of the next page, on a slow line. */
async function tapInMenu(open: Open): Promise<number> {
  const page = await open('/faq', 1, SLOW_LINE)
  await page.evaluate((key) => {
    const note = (event: Event) => sessionStorage.setItem(key, String(performance.timeOrigin + event.timeStamp))
    addEventListener('click', note, { capture: true })
  }, TAP)
  await page.locator('[popovertarget=menu]').first().tap()
  await sleep(READ_MS)
  await page.locator('#menu a[href="/ambassador"]').tap()
  await page.waitForURL('**/ambassador')
  const milliseconds = await page.evaluate(
    (key) =>
      new Promise<number>((resolve) => {
        const tapped = Number(sessionStorage.getItem(key))
        new PerformanceObserver((list) => {
          const paint = list.getEntriesByName('first-contentful-paint')[0]
          if (paint) resolve(performance.timeOrigin + paint.startTime - tapped)
        }).observe({ type: 'paint', buffered: true })
      }),
    TAP,
  )
  await page.context().close()
  return milliseconds
}

/** The largest LCP of all pages except the home page, each opened after it, with Lighthouse's applied throttling. */
async function slowestNextPage(browser: Browser, origin: string): Promise<Figure> {
  const found: { path: string; lcp: number }[] = []
  for (const path of pageRoutes().filter((path) => path !== '/')) {
    const { page, session } = await openPhone(browser)
    await skipSplash(page)
    await page.goto(origin)
    await slowDown(session, APPLIED_SLOWDOWN, APPLIED_LINE)
    await page.goto(origin + path)
    await sleep(SETTLE_MS)
    found.push({ path, lcp: await largestPaint(page) })
    await page.context().close()
  }
  const slowest = worstOf(found, ({ lcp }) => lcp)
  return {
    what: 'LCP of a second page, the slowest',
    values: slowest ? [slowest.lcp] : [],
    unit: 'ms',
    limit: { atMost: 1500 },
    note: `${slowest?.path}, after the home page, with applied throttling, not prefetched`,
  }
}
