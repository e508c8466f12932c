import { globSync, readFileSync } from 'node:fs'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trackers } from '../../../src/browser/storage.ts'
import { pageRoutes } from '../../support/routes.ts'
import { misplaced } from '../boxes.ts'
import { browse, browser, site } from '../browse.ts'
import * as checks from '../checks.ts'
import { broken, wrongOnPaper } from '../checks.ts'
import { axe } from '../harness.ts'
import { shiftOfFonts } from '../late-fonts.ts'
import { resizing } from '../open-page.ts'

declare global {
  /** The layout shift of the page so far. */
  var shift: number
}

/** Maximum layout shift while a page loads, its fonts included: a fifth of what Google rates as good (0.1). */
const SHIFT_MAX = 0.02
/** Maximum layout shift while pictures load and islands hydrate: less than an eye sees. */
const STILL = 0.005
/** Pages rendered on demand: a thank-you page, a prefilled form, an error. */
const ON_DEMAND = ['/merci/contact', '/contact?subject=retour', '/nulle-part']

/** The widths at which the style sheets change, a phone, and both ends of what every page holds. */
const BREAKPOINTS = new Set(
  globSync('dist/client/**/*.{html,css}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/@media[^{]*?\(min-width: ?(\d+)rem\)/g)].map(
      ([, rem]) => 16 * Number(rem),
    ),
  ),
)
const WIDTHS = [...new Set([320, 390, ...BREAKPOINTS, 2560])].sort((one, other) => one - other)

browse()

describe('every page', () => {
  let page: Page
  let devtools: CDPSession
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
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== site.url && protocol !== 'data:') complaints.push(`other site: ${request.url()}`)
    })
    devtools = await page.context().newCDPSession(page)
    resize = await resizing(page)
  })
  afterAll(() => page?.close())

  const as = (asked: Parameters<Page['emulateMedia']>[0] = {}) =>
    page.emulateMedia({ forcedColors: 'none', colorScheme: null, contrast: null, media: 'screen', ...asked })
  const letters = (standard: number) => devtools.send('Page.setFontSizes', { fontSizes: { standard } })
  const frames = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    })

  /** Opens a page on a phone, with the messages of nothing but this page. */
  async function open(path: string): Promise<void> {
    await page.goto('about:blank')
    complaints.length = 0
    await resize(390)
    await page.goto(site.url + path)
  }

  const scrollThrough = () =>
    page.evaluate(async () => {
      globalThis.shift = 0
      for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
        scrollTo(0, y)
        // Waits at most a second, because a busy machine may paint nothing for longer.
        await Promise.race([new Promise(requestAnimationFrame), new Promise((resolve) => setTimeout(resolve, 1000))])
      }
      // Back to the top, because scroll anchoring hides shifts further down.
      scrollTo(0, 0)
    })

  /** Submits the first form of the page empty, so that its island renders the errors. */
  async function pressEmptyForm(): Promise<void> {
    const form = page.locator('main form[id]').first()
    if ((await form.count()) === 0) return
    // /sellerie-royale folds its form.
    await form.evaluate((each) => each.closest('details')?.setAttribute('open', ''))
    await form.locator('input:not([type=hidden])').first().focus()
    await form.locator('button[type=submit]').click()
    await form.locator('.form-summary, [aria-invalid=true]').first().waitFor()
  }

  it.each([...pageRoutes(), ...ON_DEMAND])(
    '%s logs nothing, does not shift, sets no cookie and passes axe',
    async (path) => {
      await open(path)
      await frames()
      expect(await page.evaluate(() => globalThis.shift), 'layout shift while it loads').toBeLessThan(SHIFT_MAX)
      await scrollThrough()
      expect(await broken(page, checks.wronglySized), 'pictures fetched in another size than shown').toEqual([])
      expect(await axe(page), 'axe findings on a phone').toEqual([])
      // axe takes half a second, in which islands are hydrated.
      expect(await page.evaluate(() => globalThis.shift), 'layout shift').toBeLessThan(STILL)
      await resize(1280)
      expect(await axe(page), 'axe findings at 1280 pixels').toEqual([])
      expect(await broken(page, checks.wronglySized), 'pictures fetched in another size than shown').toEqual([])
      await pressEmptyForm()
      // The browser says so itself of the page that answers with 404.
      expect(
        complaints.filter((text) => !/status of 404/.test(text)),
        'messages and requests to others',
      ).toEqual([])
      expect(await page.context().cookies(), 'cookies').toEqual([])
    },
  )

  it.each(pageRoutes())(
    '%s fits every window, is reached by finger and key, and is made for contrast and paper',
    async (path) => {
      await as()
      await letters(16)
      await open(path)
      const none = async (rule: () => Element[], when = '') =>
        expect(await broken(page, rule), `${rule.name} ${when}`).toEqual([])
      const fits = (what: string) => expect.poll(() => misplaced(page), { message: what }).toEqual([])
      for (const width of WIDTHS) {
        await resize(width)
        // Polls, because some lengths follow the window a few frames later.
        await fits(`at ${width} pixels`)
        await none(checks.brokenWords, `at ${width} pixels`)
      }
      await resize(1280)
      await none(checks.longLines)
      await none(checks.covered)
      await none(checks.cannotBeOpened)
      await page.keyboard.press('Tab')
      await none(checks.unmarkedFocus)
      await resize(1280, 400)
      await none(checks.cutOff)
      await resize(390)
      for (const rule of [checks.tooSmall, checks.moving, checks.unnamedCells, checks.unmarkedLists, checks.covered])
        await none(rule)
      const { score, moved } = await shiftOfFonts(page)
      expect(score, `shift by late fonts:\n${moved.join('\n')}`).toBeLessThan(SHIFT_MAX)
      await as({ forcedColors: 'active', colorScheme: 'dark' })
      await none(checks.edgeless)
      expect(await broken(page, checks.covered, '.kicker'), 'kickers covered in forced colours').toEqual([])
      await as({ contrast: 'more' })
      await none(checks.mutedTexts)
      await none(checks.textInBackgroundColour)
      await as({ media: 'print' })
      expect(await wrongOnPaper(page), 'faults in print').toEqual({})
      await none(checks.unnamedCells, 'in print')
      await as()
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
    },
  )
})
