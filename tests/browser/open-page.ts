import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Form } from '../../src/forms/form.ts'
import { type FormName, forms } from '../../src/forms/index.ts'
import { openTab } from './browse.ts'

type Options = BrowserContextOptions & {
  /** Keys set in sessionStorage before any script of the page runs; default: those after splash and popup. */
  seen?: readonly string[]
  /** Runs in the page before its scripts. */
  before?: () => void
  /** True loads pictures, which are blocked otherwise. */
  pictures?: boolean
}

/** Opens a page in its own browser context, which is closed when the test ends. */
export async function visit(path: string, options: Options = {}): Promise<Page> {
  const page = await prepare(options)
  await page.goto(path)
  return page
}

/** Like visit(), with a fake clock that is paused before the page loads: only `page.clock.runFor` advances it. */
export async function visitWithClock(path: string, options: Options = {}): Promise<Page> {
  const page = await prepare(options)
  await pauseClock(page)
  await page.goto(path)
  return page
}

/** Gives a page, and those that it opens later, a fake clock. */
export async function pauseClock(page: Page): Promise<void> {
  const start = Date.parse('2026-11-21T10:00:00Z')
  await page.clock.install({ time: start })
  await page.clock.pauseAt(start + 1000)
}

/** Hydrates the popup, as the page does shortly before its moment, and waits until React has run its effects. */
export async function hydratePopup(page: Page): Promise<void> {
  await page.waitForFunction(() => document.readyState === 'complete')
  await page.locator('#popup').dispatchEvent('needed')
  await isHydrated(page, 'popup')
}

/** Waits until a form is hydrated, which sets noValidate. */
export const isHydrated = (page: Page, id: string) =>
  expect
    .poll(() => page.locator(`#form-${id}`).evaluate((form: HTMLFormElement) => form.noValidate), {
      message: `form ${id} hydrated`,
    })
    .toBe(true)

/** Fills fields of a form, by field name. */
export async function fillForm(page: Page, name: FormName, values: Readonly<Record<string, string>>): Promise<void> {
  const { fields }: Form = forms[name]
  for (const [field, value] of Object.entries(values)) {
    const input = page.locator(`#${name}-${field}`)
    if (fields[field]?.kind === 'choice') await input.selectOption(value)
    else await input.fill(value)
  }
}

/** Presses Tab until the element has the focus; throws after 40 presses. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await page.evaluate((named) => document.activeElement?.matches(named), selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`40 presses of Tab do not reach ${selector}.`)
}

/**
 * Returns a function that lays the page out for another window size without the cost of repainting such a window.
 * `page.setViewportSize` has no effect from then on.
 */
export async function resizing(page: Page): Promise<(width: number, height?: number) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  const settings = { deviceScaleFactor: 1, mobile: false, dontSetVisibleSize: true }
  return (width, height = 900) => session.send('Emulation.setDeviceMetricsOverride', { width, height, ...settings })
}

/** Holds matching requests until the returned function is called; unlike `page.route`, keeps the HTTP cache enabled. */
export async function hold(page: Page, ...patterns: string[]): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Fetch.enable', { patterns: patterns.map((urlPattern) => ({ urlPattern })) })
  return () => session.detach()
}

/** Waits until React has rendered the result of the last event and run its effects, which takes a few tasks. */
export const reactSettled = (page: Page) =>
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

/** Makes the animations of a tab so many times as fast, those of the pages that it opens later too. */
export async function hurry(page: Page, playbackRate: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate })
}

/** Sets document.hidden and dispatches visibilitychange. */
export const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

/** Blocks pictures and other URLs inside the browser; unlike `page.route`, keeps the HTTP cache enabled. */
export async function withoutPictures(page: Page, ...others: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: ['*.avif', '*.webp', '*.jpg', ...others] })
}

async function prepare({ seen, before, pictures, ...options }: Options): Promise<Page> {
  const page = await openTab({ reducedMotion: 'no-preference', ...options }, seen)
  onTestFinished(() => page.close())
  if (!pictures) await withoutPictures(page)
  if (before) await page.addInitScript(before)
  return page
}
