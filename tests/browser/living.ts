import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

/** By then the stopped clock has let a page that does nothing be idle. */
const IDLE_MS = 100

type Options = BrowserContextOptions & {
  /** Keys set in the tab's memory before any script of the page. */
  flags?: readonly string[]
  /** Runs in the page before its scripts. */
  before?: () => void
  /** Whether its pictures come. */
  pictures?: boolean
}

/** A page in a browser context of its own, which is closed when the test ends. */
export async function visit(browser: Browser, url: string, options: Options = {}): Promise<Page> {
  const page = await prepare(browser, options)
  await page.goto(url)
  return page
}

/** The same with a clock that stands still from before the load event: only `page.clock.runFor` moves it. */
export async function visitWithClock(browser: Browser, url: string, options: Options = {}): Promise<Page> {
  const page = await prepare(browser, options)
  const start = Date.parse('2026-11-21T10:00:00Z')
  await page.clock.install({ time: start })
  await page.clock.pauseAt(start + 1000)
  await page.goto(url)
  return page
}

/**
 * Lets the islands of a page whose clock stands still come to life when the browser is idle, and waits until React has
 * run their effects.
 */
export async function awaken(page: Page): Promise<void> {
  await page.waitForFunction(() => document.readyState === 'complete')
  await page.clock.runFor(IDLE_MS)
  // Set by the form inside the last of them.
  await page.waitForFunction(() => document.querySelector<HTMLFormElement>('#form-popup')?.noValidate)
}

/** Waits until React has taken over a form: it then checks answers in its own words. */
export const alive = (page: Page, id: string) =>
  expect
    .poll(() => page.locator(`#form-${id}`).evaluate((form: HTMLFormElement) => form.noValidate), {
      message: `the form ${id} is alive`,
    })
    .toBe(true)

/** Presses Tab until what a selector names has the focus, if it has it not yet. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await page.evaluate((named) => document.activeElement?.matches(named), selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`40 presses of Tab do not reach ${selector}.`)
}

/**
 * Returns a function that lays a page out for windows of other sizes, without what costs more than that: a window of the
 * size that is painted anew. `page.setViewportSize` has no effect from then on.
 */
export async function resizing(page: Page): Promise<(width: number, height?: number) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  const settings = { deviceScaleFactor: 1, mobile: false, dontSetVisibleSize: true }
  return (width, height = 900) => session.send('Emulation.setDeviceMetricsOverride', { width, height, ...settings })
}

/** Tells, from now on, which pages the browser has fetched ahead, whole: their paths. */
export async function fetchedAhead(page: Page): Promise<ReadonlySet<string>> {
  const session = await page.context().newCDPSession(page)
  const ready = new Set<string>()
  session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready') ready.add(new URL(prefetchUrl).pathname)
  })
  await session.send('Preload.enable')
  return ready
}

/** Lets requests of a page go no further until the function that it gives is called. */
export async function hold(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Waits until React has drawn what the last event changed, and run its effects: it does so in a few tasks of its own. */
export const reacted = (page: Page) =>
  page.evaluate(async () => {
    for (let task = 0; task < 5; task += 1) {
      const { port1, port2 } = new MessageChannel()
      const next = new Promise((resolve) => {
        port1.onmessage = resolve
      })
      port2.postMessage(null)
      await next
      port1.close()
    }
  })

/** Says to a page whether it is hidden. */
export const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

/** Keeps pictures from a page, without a word to us about each request, which costs more than most of them. */
export async function withoutPictures(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: ['*.avif', '*.webp', '*.jpg'] })
}

async function prepare(browser: Browser, { flags = [], before, pictures, ...options }: Options): Promise<Page> {
  const context = await browser.newContext({ locale: 'fr-FR', viewport: { width: 1280, height: 800 }, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  if (!pictures) await withoutPictures(page)
  await page.addInitScript((keys) => {
    for (const key of keys) sessionStorage.setItem(key, '1')
  }, flags)
  if (before) await page.addInitScript(before)
  return page
}
