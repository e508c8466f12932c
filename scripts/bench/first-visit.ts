import { inParallel } from '../../tests/attacks/attack.ts'
import { launch, openSite } from '../../tests/browser/harness.ts'
import { pageRoutes } from '../../tests/support/routes.ts'
import { type Figure, measureUntilMet } from './figure.ts'
import { APPLIED_LINE, APPLIED_SLOWDOWN, AT_ONCE, largestPaint, openSlowPhone } from './phone.ts'

const RUNS = 3

/** Measures the reported LCP of a first visit to every route, on a slow phone and line, once the splash has ended. */
export async function measureFirstVisit(): Promise<Figure[]> {
  const site = await openSite()
  const browser = await launch()
  const paths = pageRoutes()
  const figures: Figure[] = []
  try {
    await inParallel(paths.length, AT_ONCE, async (index) => {
      const what = `LCP of a first visit, ${paths[index]}`
      const figure = { what, unit: 'ms', limit: { atMost: 1800 }, note: 'applied throttling' } as const
      figures[index] = await measureUntilMet(figure, RUNS, async () => {
        const page = await openSlowPhone(browser, APPLIED_SLOWDOWN, APPLIED_LINE)
        await page.goto(site.url + paths[index])
        await page.locator('#splash').waitFor({ state: 'hidden' })
        const paint = await largestPaint(page)
        await page.context().close()
        return paint
      })
    })
    return figures
  } finally {
    await browser.close()
    await site.close()
  }
}
