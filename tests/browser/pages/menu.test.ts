import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browse } from '../browse.ts'
import { visit } from '../open-page.ts'

browse()

const PHONE = { viewport: { width: 390, height: 740 }, reducedMotion: 'reduce' as const }
const open = (path: string, options: BrowserContextOptions = {}) => visit(path, { ...PHONE, ...options })
const menu = (page: Page) => page.locator('#menu')
/** A menu of opacity 0 is not seen. */
const isSeen = (page: Page) => menu(page).evaluate((element) => element.checkVisibility({ opacityProperty: true }))
const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await isSeen(page), 'the menu is open').toBe(true)
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

describe('the open menu', () => {
  // At 200 % on a small computer the window is 640 by 400 pixels.
  it.each([
    [390, 740],
    [640, 400],
  ])(
    'keeps the focus inside and shows it in a window of %i by %i pixels, without JavaScript too',
    async (width, height) => {
      const page = await open('/', { viewport: { width, height }, javaScriptEnabled: width < 500 })
      await openMenu(page)
      expect(await focused(page)).toEqual({ says: 'Fermer', inMenu: true, seen: true })
      // Six links, the button, four more links, and the logo, which links to the home page.
      const steps = await walk(page, 'Tab', 12)
      expect(steps[0]?.says).toBe('Demander un devis')
      expect(steps.filter(({ seen, inMenu }) => !seen || !inMenu)).toEqual([])
      expect(steps.at(-1)?.says).toMatch(/accueil$/)
      const back = await walk(page, 'Shift+Tab', 15)
      expect(back.filter(({ inMenu, says }) => !inMenu && says !== '')).toEqual([])
      for (const name of ['Questions fréquentes', 'Contact', 'Ambassadeurs', 'DEVENIR PARTENAIRE'])
        expect(await menu(page).getByRole('link', { name, exact: true }).isVisible(), name).toBe(true)
    },
  )

  it('scrolls to its end in a low window', async () => {
    const page = await open('/', { viewport: { width: 640, height: 300 } })
    await openMenu(page)
    await menu(page).hover()
    await page.mouse.wheel(0, 9999)
    const last = menu(page).getByRole('link', { name: 'Contact', exact: true })
    const end = () => last.evaluate((link) => link.getBoundingClientRect().bottom)
    await expect.poll(end, { message: 'end of the last link, in a window 300 pixels high' }).toBeLessThanOrEqual(300)
  })
})

describe('the menu', () => {
  it('opens and closes by its buttons, Esc and a press outside, without JavaScript', async () => {
    const page = await open('/', { viewport: { width: 600, height: 740 }, javaScriptEnabled: false })
    const ways = [
      () => menu(page).getByRole('button', { name: 'Fermer' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 700),
    ]
    for (const close of ways) {
      await openMenu(page)
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
  })

  it('closes when the page is left, and when the window becomes wide enough for a row of links', async () => {
    const page = await open('/', { viewport: { width: 1023, height: 740 } })
    await openMenu(page)
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    expect(await menu(page).isVisible(), 'the menu is closed on pagehide').toBe(false)
    await openMenu(page)
    await page.setViewportSize({ width: 1024, height: 740 })
    const isOpen = () => menu(page).evaluate((element) => element.matches(':popover-open'))
    await expect.poll(isOpen, { message: 'open in a wide window' }).toBe(false)
    expect(await page.locator('main').isVisible(), 'the page is shown in a wide window').toBe(true)
  })
})
