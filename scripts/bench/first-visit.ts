/** Measures a first visit on a slow phone and line: when the content is painted, and when the splash ends. */
import type { Browser } from 'playwright-core'
import { FADE_IN_MS, SPLASH_MS } from '../../src/browser/timings.ts'
import { launch, openSite } from '../../tests/browser/harness.ts'
import { pageRoutes } from '../../tests/support/routes.ts'
import { type Figure, isMet, median } from './figure.ts'
import { APPLIED_LINE, APPLIED_SLOWDOWN, largestPaint, openSlowPhone } from './phone.ts'

const RUNS = 3
/** Time at which the splash must have ended, with a margin of some frames. */
const SPLASH_END_MS = SPLASH_MS + FADE_IN_MS + 100

/** Measures the reported LCP of every route, and the end of the splash at three processor speeds. */
export async function measureFirstVisit(): Promise<Figure[]> {
  const site = await openSite()
  const browser = await launch()
  try {
    const paints = []
    for (const path of pageRoutes()) paints.push(await firstPaint(browser, site.url, path))
    const ends = []
    for (const slowdown of [1, 4, 6]) ends.push(await splashEnd(browser, site.url, slowdown))
    return [...paints, ...ends]
  } finally {
    await browser.close()
    await site.close()
  }
}

/** Measures the LCP that the browser reports once the splash has ended. */
async function firstPaint(browser: Browser, origin: string, path: string): Promise<Figure> {
  const values: number[] = []
  const limit = { atMost: 1800 }
  const figure: Figure = {
    what: `LCP of a first visit, ${path}`,
    values,
    unit: 'ms',
    limit,
    note: 'applied throttling',
  }
  // Once if it is within the limit; otherwise the median counts.
  do {
    const page = await openSlowPhone(browser, APPLIED_SLOWDOWN, APPLIED_LINE)
    await page.goto(origin + path)
    await page.locator('#splash').waitFor({ state: 'hidden' })
    values.push(await largestPaint(page))
    await page.context().close()
  } while (values.length < RUNS && !isMet(figure))
  return figure
}

/** Milliseconds from the navigation to the end of the splash, on a page without islands that hydrate meanwhile. */
async function splashEnd(browser: Browser, origin: string, slowdown: number): Promise<Figure> {
  const values: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const page = await openSlowPhone(browser, slowdown)
    await page.addInitScript(() => {
      addEventListener('animationend', ({ animationName }) => {
        if (animationName === 'splash-yield') Object.assign(window, { splashEnd: performance.now() })
      })
    })
    await page.goto(`${origin}/contact`)
    const end = await page.waitForFunction(() => Reflect.get(window, 'splashEnd') as number | undefined)
    values.push((await end.jsonValue()) ?? Number.NaN)
    await page.context().close()
  }
  const early = Math.min(...values) < SPLASH_MS + FADE_IN_MS
  return {
    what: `end of the splash, processor ${slowdown} ×`,
    values,
    unit: 'ms',
    limit: { atMost: SPLASH_END_MS },
    note: early ? 'too early' : `median ${Math.round(median(values) - SPLASH_MS - FADE_IN_MS)} ms after its time`,
  }
}
