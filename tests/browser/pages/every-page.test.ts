import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { breakpoints, pageRoutes } from '../../support/routes.ts'
import { misplaced } from '../boxes.ts'
import { browse, openTab, site } from '../browse.ts'
import * as checks from '../checks.ts'
import { broken, wrongOnPaper } from '../checks.ts'
import { axe } from '../harness.ts'
import { resizing } from '../open-page.ts'

declare global {
  /** The layout shift of the page so far. */
  var shifted: number
}

/** Maximum layout shift while a page loads: a fifth of what Google rates as good (0.1). */
const SHIFT_MAX = 0.02
/** Maximum layout shift while pictures load and islands hydrate: less than an eye sees. */
const STILL = 0.005
/** Pages rendered on demand: a thank-you page, an error. */
const ON_DEMAND = ['/merci/contact', '/nulle-part']

/** A phone, both ends of what every page holds, and the widths at which the style sheets change. */
const WIDTHS = [...new Set([320, 390, ...breakpoints(), 2560])].sort((one, other) => one - other)

browse()

let page: Page
let devtools: CDPSession
let resize: Awaited<ReturnType<typeof resizing>>
const complaints: string[] = []
beforeAll(async () => {
  page = await openTab()
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`Content Security Policy: ${violatedDirective} ${blockedURI}`),
    )
    Object.defineProperty(globalThis, 'shifted', { value: 0, writable: true })
    new PerformanceObserver((list) => {
      for (const each of list.getEntries()) globalThis.shifted += (each as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== site.url && protocol !== 'data:') complaints.push(`other site: ${request.url()}`)
  })
  devtools = await page.context().newCDPSession(page)
  resize = await resizing(page)
})

const as = (asked: Parameters<Page['emulateMedia']>[0] = {}) =>
  page.emulateMedia({ forcedColors: 'none', colorScheme: null, contrast: null, media: 'screen', ...asked })
const letters = (standard: number) => devtools.send('Page.setFontSizes', { fontSizes: { standard } })
const none = async (rule: () => Element[], when = '') =>
  expect(await broken(page, rule), `${rule.name} ${when}`).toEqual([])
const fits = (what: string) => expect.poll(() => misplaced(page), { message: what }).toEqual([])
const shift = () => page.evaluate(() => globalThis.shifted)

/** Opens a page on a phone, with the messages of nothing but this page. */
async function open(path: string): Promise<void> {
  await as()
  await letters(16)
  await page.goto('about:blank')
  complaints.length = 0
  await resize(390)
  await page.goto(path)
}

async function loadsWithoutShift(): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
  expect(await shift(), 'layout shift while it loads').toBeLessThan(SHIFT_MAX)
  await page.evaluate(async () => {
    globalThis.shifted = 0
    // What waits to be seen is higher than a window.
    for (let y = 0; y < document.documentElement.scrollHeight; y += 2 * innerHeight) {
      scrollTo(0, y)
      // Waits at most a second, because a busy machine may paint nothing for longer.
      await Promise.race([new Promise(requestAnimationFrame), new Promise((resolve) => setTimeout(resolve, 1000))])
    }
    // Back to the top, because scroll anchoring hides shifts further down.
    scrollTo(0, 0)
  })
  expect(await axe(page), 'axe findings on a phone').toEqual([])
  // axe takes a while, in which islands are hydrated.
  expect(await shift(), 'layout shift').toBeLessThan(STILL)
}

async function fitsEveryWindow(): Promise<void> {
  for (const width of WIDTHS) {
    await resize(width)
    // Polls, because some lengths follow the window a few frames later.
    await fits(`at ${width} pixels`)
  }
}

async function isReachedByFingerAndKey(): Promise<void> {
  await resize(390)
  const { tooSmall, moving, unnamedCells, covered, brokenWords, outOfOrder } = checks
  for (const rule of [tooSmall, moving, unnamedCells, covered, brokenWords, outOfOrder]) await none(rule, 'on a phone')
  await resize(1280)
  expect(await axe(page, 'html', ['color-contrast']), 'axe findings at 1280 pixels').toEqual([])
  for (const rule of [covered, outOfOrder]) await none(rule, 'at 1280 pixels')
  await page.keyboard.press('Tab')
  await none(checks.unmarkedFocus)
  await resize(390)
}

async function isMadeForContrastAndPaper(): Promise<void> {
  await as({ forcedColors: 'active', colorScheme: 'dark' })
  await none(checks.edgeless)
  expect(await broken(page, checks.covered, '.kicker'), 'kickers covered in forced colours').toEqual([])
  await as({ contrast: 'more' })
  await none(checks.mutedTexts)
  await as({ media: 'print' })
  expect(await wrongOnPaper(page), 'faults in print').toEqual([])
  await as()
}

/** Forms that were tried: three pages carry the same. */
const pressed = new Set<string>()

/** Submits the first form of the page empty, so that its island renders the errors. */
async function pressEmptyForm(): Promise<void> {
  const form = page.locator('main form[id]').first()
  if ((await form.count()) === 0) return
  const name = String(await form.getAttribute('action'))
  if (pressed.has(name)) return
  pressed.add(name)
  // /sellerie-royale folds its form.
  await form.evaluate((each) => each.closest('details')?.setAttribute('open', ''))
  await form.locator('input:not([type=hidden])').first().focus()
  await form.locator('button[type=submit]').click()
  await form.locator('.form-summary, [aria-invalid=true]').first().waitFor()
  expect(await axe(page, 'main form[id]'), 'axe findings in a form with errors').toEqual([])
  await fits('with errors')
}

async function bearsLargeText(): Promise<void> {
  await letters(32)
  await resize(360)
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(width, { message: 'width of the page with letters twice as large' }).toBe(360)
  await letters(16)
  await resize(320)
  // WCAG 1.4.12 Text spacing.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-block-end: 2em !important; }`)
    document.adoptedStyleSheets = [sheet]
  })
  await fits('with wide spacing')
}

// One visit for all of them, because opening a page costs as much as half of them.
it.each([...pageRoutes(), ...ON_DEMAND])(
  '%s logs nothing, does not shift, passes axe, fits every window, and is made for finger, key, contrast and paper',
  async (path) => {
    await open(path)
    await loadsWithoutShift()
    await fitsEveryWindow()
    await isReachedByFingerAndKey()
    await isMadeForContrastAndPaper()
    await pressEmptyForm()
    await bearsLargeText()
    // The browser says so itself of the page that answers with 404.
    expect(
      complaints.filter((text) => !/status of 404/.test(text)),
      'messages and requests to others',
    ).toEqual([])
    expect(await page.context().cookies(), 'cookies').toEqual([])
  },
)
