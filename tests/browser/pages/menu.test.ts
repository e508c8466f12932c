import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trackers } from '../../../src/browser/storage.ts'
import { browse, browser, site } from '../browse.ts'
import { launchOld } from '../harness.ts'
import { visit } from '../open-page.ts'
import { closePages, sharedBrowser } from '../shared-browser.ts'

browse()

let oldBrowser: Browser
beforeAll(async () => {
  oldBrowser = await sharedBrowser(launchOld)
})
afterAll(() => closePages(oldBrowser))

const PHONE = { viewport: { width: 390, height: 740 }, reducedMotion: 'reduce' as const }
const open = (path: string, options: BrowserContextOptions = {}, of = browser) =>
  visit(of, site.url + path, { ...PHONE, flags: [trackers.popup.key], ...options })
const menu = (page: Page) => page.locator('#menu')
const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await menu(page).isVisible(), 'the menu is open').toBe(true)
}
/** Returns the name of the focused element, and whether it is in the menu and not covered. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body
    const { left, top, width, height } = element.getBoundingClientRect()
    const above = document.elementFromPoint(left + width / 2, top + height / 2)
    return {
      // The body has the focus when Tab has moved on to the browser's toolbar.
      says: element === document.body ? '' : (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
      inMenu: element.closest('#menu') !== null,
      seen: element === document.body || above === element || element.contains(above),
    }
  })
/** Presses a key several times and returns the focused element after each press. */
async function walk(page: Page, key: string, times: number) {
  const steps = []
  for (let step = 0; step < times; step++) {
    await page.keyboard.press(key)
    steps.push(await focused(page))
  }
  return steps
}

describe.each([
  ['390 pixels', PHONE],
  ['1280 pixels at 200 %', { ...PHONE, viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
])('the open menu at %s', (_, options) => {
  // The next test walks through the menu with JavaScript.
  it('keeps the focus inside without JavaScript', async () => {
    const page = await open('/contact', { ...options, javaScriptEnabled: false })
    await openMenu(page)
    for (const key of ['Tab', 'Shift+Tab']) {
      const strayed = (await walk(page, key, 15)).filter(({ inMenu, says }) => !inMenu && says !== '')
      expect(strayed, `elements beneath the menu that ${key} reaches`).toEqual([])
    }
    await page.keyboard.type('abc')
    expect(await page.locator('#contact-email').inputValue()).toBe('')
  })

  it('shows the focused element, and its links to home, questions and contact', async () => {
    const page = await open('/', options)
    await openMenu(page)
    expect(await focused(page)).toEqual({ says: 'Fermer', inMenu: true, seen: true })
    // Six links, the button, four more links, and the logo, which links to the home page.
    const steps = await walk(page, 'Tab', 12)
    expect(steps[0]?.says).toBe('Demander un devis')
    expect(steps.filter(({ seen, inMenu }) => !seen || !inMenu)).toEqual([])
    expect(steps.at(-1)?.says).toMatch(/accueil$/)
    for (const name of ['Questions fréquentes', 'Contact', 'Ambassadeurs', 'DEVENIR PARTENAIRE'])
      expect(await menu(page).getByRole('link', { name, exact: true }).isVisible(), name).toBe(true)
  })
})

describe('the menu', () => {
  it('scrolls to its end in a low window', async () => {
    const page = await open('/', { viewport: { width: 640, height: 300 } })
    await openMenu(page)
    await menu(page).hover()
    await page.mouse.wheel(0, 9999)
    const last = menu(page).getByRole('link', { name: 'Contact', exact: true })
    const end = () => last.evaluate((link) => link.getBoundingClientRect().bottom)
    await expect.poll(end, { message: 'end of the last link, in a window 300 pixels high' }).toBeLessThanOrEqual(300)
  })

  it('opens and closes by its buttons, Esc and a press outside, without JavaScript', async () => {
    const page = await open('/', { viewport: { width: 600, height: 740 }, javaScriptEnabled: false })
    const ways = [
      () => menu(page).getByRole('button', { name: 'Fermer' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 700),
    ]
    for (const close of ways) {
      await openMenu(page)
      expect(await page.locator('main').isVisible(), 'the page beneath is hidden').toBe(false)
      await close()
      expect(await menu(page).isVisible(), 'the menu is closed').toBe(false)
      expect(await page.locator('main').isVisible(), 'the page is shown again').toBe(true)
    }
  })

  it('returns the focus on Esc, and moves it to the section when a link of the same page is followed', async () => {
    const page = await open('/')
    await page.getByRole('button', { name: 'Menu' }).press('Enter')
    await page.keyboard.press('Escape')
    expect((await focused(page)).says).toBe('Menu')
    await page.keyboard.press('Enter')
    await menu(page).getByRole('link', { name: 'Concours' }).press('Enter')
    expect(await menu(page).isVisible(), 'the menu is closed at a link').toBe(false)
    expect(new URL(page.url()).hash).toBe('#concours')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('concours')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('section')?.id)).toBe('concours')
  })

  it('closes on pagehide, and when the window becomes wide enough for a row of links', async () => {
    const page = await open('/', { viewport: { width: 1023, height: 740 } })
    await openMenu(page)
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    expect(await menu(page).isVisible(), 'the menu is closed on pagehide').toBe(false)
    await openMenu(page)
    await page.setViewportSize({ width: 1024, height: 740 })
    await expect
      .poll(() => menu(page).evaluate((element) => element.matches(':popover-open')), { message: 'closed when wide' })
      .toBe(false)
    expect(await page.locator('main').isVisible(), 'the page is shown in a wide window').toBe(true)
  })

  it('never covers the focused element in Chromium 109, open or closed', async () => {
    const page = await open('/contact', {}, oldBrowser)
    for (const press of [false, true]) {
      if (press) await openMenu(page)
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      const steps = await walk(page, 'Tab', 20)
      expect(steps.filter(({ seen }) => !seen)).toEqual([])
      expect(
        steps.some(({ inMenu }) => inMenu),
        `the keyboard reaches the menu; open: ${press}`,
      ).toBe(press)
    }
  })
})
