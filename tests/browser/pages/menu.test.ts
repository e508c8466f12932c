import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { browse } from '../browse.ts'
import { visit } from '../open-page.ts'

browse()

const PHONE = { viewport: { width: 390, height: 740 }, reducedMotion: 'reduce' as const }
const open = (options: BrowserContextOptions = {}) => visit('/', { ...PHONE, ...options })
const menu = (page: Page) => page.locator('#menu')
const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click()
  // A menu of opacity 0 is not seen.
  const isSeen = await menu(page).evaluate((element) => element.checkVisibility({ opacityProperty: true }))
  expect(isSeen, 'the menu is open').toBe(true)
}
/** Returns the name of the focused element, and whether it is in the menu and not covered. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body
    const { left, top, width, height } = element.getBoundingClientRect()
    const above = document.elementFromPoint(left + width / 2, top + height / 2)
    return {
      says: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
      isSeenInMenu: element.closest('#menu') !== null && element.contains(above),
    }
  })

it('the open menu keeps the focus inside and shows it, without JavaScript too', async () => {
  const page = await open({ javaScriptEnabled: false })
  await openMenu(page)
  expect(await focused(page)).toEqual({ says: 'Fermer', isSeenInMenu: true })
  // Six links, the button, four more links, and the logo, which links to the home page.
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab')
    const { says, isSeenInMenu } = await focused(page)
    expect(isSeenInMenu, says).toBe(true)
  }
  expect((await focused(page)).says).toMatch(/accueil$/)
  await page.keyboard.press('Tab')
  const behind = () => document.activeElement?.closest('main, footer, .skip')?.tagName
  expect(await page.evaluate(behind), 'what has the focus behind the menu').toBeUndefined()
  for (const name of ['Questions fréquentes', 'Contact', 'Ambassadeurs', 'DEVENIR PARTENAIRE'])
    expect(await menu(page).getByRole('link', { name, exact: true }).isVisible(), name).toBe(true)
})

it('the menu opens and closes by its buttons, Esc and a press outside, without JavaScript', async () => {
  const page = await open({ viewport: { width: 600, height: 740 }, javaScriptEnabled: false })
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

it('the menu returns the focus on Esc, and closes at a link of the page, in a wide window and when it is left', async () => {
  const page = await open({ viewport: { width: 1023, height: 740 } })
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  await page.keyboard.press('Escape')
  expect((await focused(page)).says).toBe('Menu')
  await page.keyboard.press('Enter')
  await menu(page).getByRole('link', { name: 'Concours' }).press('Enter')
  expect(await menu(page).isVisible(), 'the menu is closed at a link').toBe(false)
  expect(new URL(page.url()).hash).toBe('#concours')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('concours')
  await openMenu(page)
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  expect(await menu(page).isVisible(), 'the menu is closed on pagehide').toBe(false)
  await openMenu(page)
  await page.setViewportSize({ width: 1024, height: 740 })
  await expect.poll(() => menu(page).evaluate((element) => element.matches(':popover-open'))).toBe(false)
  expect(await page.locator('main').isVisible(), 'the page is shown in a wide window').toBe(true)
  expect(await menu(page).getByRole('link', { name: 'Concours' }).isVisible(), 'a link in its row').toBe(true)
})
