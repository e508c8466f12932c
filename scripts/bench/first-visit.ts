import { launch, openSite } from '../../tests/browser/harness.ts'
import { pageRoutes } from '../../tests/support/routes.ts'
import { type Figure, measureUntilMet } from './figure.ts'
import { APPLIED_LINE, APPLIED_SLOWDOWN, largestPaint, openSlowPhone } from './phone.ts'

const RUNS = 3
const FIGURE = { unit: 'ms', limit: { atMost: 1800 }, note: 'applied throttling' } as const

/** Measures the reported LCP of a first visit to every route, on a slow phone and line, once the splash has ended. */
export async function measureFirstVisit(): Promise<Figure[]> {
  const site = await openSite()
  const browser = await launch()
  try {
    const figures: Figure[] = []
    for (const path of pageRoutes()) {
      const measure = async () => {
        const page = await openSlowPhone(browser, APPLIED_SLOWDOWN, APPLIED_LINE)
        await page.goto(site.url + path)
        await page.locator('#splash').waitFor({ state: 'hidden' })
        const paint = await largestPaint(page)
        await page.context().close()
        return paint
      }
      figures.push(await measureUntilMet({ what: `LCP of a first visit, ${path}`, ...FIGURE }, RUNS, measure))
    }
    return figures
  } finally {
    await browser.close()
    await site.close()
  }
}
