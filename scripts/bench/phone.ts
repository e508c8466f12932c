import type { Browser, CDPSession, Page } from 'playwright-core'

/** The phone that Lighthouse emulates. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'fr-FR',
}
/**
 * Lighthouse's applied throttling: its slow 4G with the factors for DevTools (`mobileSlow4G` in its constants),
 * and a processor slowed four times.
 */
export const APPLIED_LINE = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }
export const APPLIED_SLOWDOWN = 4

/** Opens a page of this phone in a new browser context. */
export async function openPhone(browser: Browser): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  return { page, session: await context.newCDPSession(page) }
}

/** Opens a page of this phone with a throttled processor and line. */
export async function openSlowPhone(browser: Browser, slowdown: number, line?: typeof APPLIED_LINE): Promise<Page> {
  const { page, session } = await openPhone(browser)
  await slowDown(session, slowdown, line)
  return page
}

/** Throttles the processor and the line of a page from now on. */
export async function slowDown(session: CDPSession, slowdown: number, line?: typeof APPLIED_LINE): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (line) await session.send('Network.emulateNetworkConditions', line)
}

/** Milliseconds from the navigation to the largest contentful paint so far, as reported by the browser. */
export function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN))
        observer.observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}
