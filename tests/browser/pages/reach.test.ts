import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { breakpoints } from '../../support/routes.ts'
import { browse, openTab } from '../browse.ts'
import { resizing } from '../open-page.ts'

/** Both sides of each width at which the style sheets change, because the menu button may be missing on one. */
const WIDTHS = [320, ...[...breakpoints()].flatMap((width) => [width - 1, width])].sort((one, other) => one - other)
const HEADER = 'body > header'

browse()

/** Returns the visible links of the header that nothing covers. */
const seen = (page: Page) =>
  page.locator(`${HEADER} a[href]`).evaluateAll((links: HTMLAnchorElement[]) =>
    links
      .filter((link) => {
        if (!link.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
        link.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, top, width, height } = link.getClientRects()[0] ?? new DOMRect(-1)
        return link.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      .map(({ pathname, hash }) => pathname + hash),
  )

/** Presses the menu button if it is visible; returns whether it is. */
const openMenu = (page: Page) =>
  page.locator(`${HEADER} .toggle`).evaluate((button: HTMLButtonElement) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    const isSeen = button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    if (isSeen) button.click()
    return isSeen
  })

/** Returns the targets of links, visible or not. */
const targets = (page: Page, links: string) =>
  page
    .locator(links)
    .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).pathname + (a as HTMLAnchorElement).hash))

it('the header shows all links of its menu at every width', async () => {
  // Starts narrow: the change from a wide window closes a menu that was opened in the same frame.
  const page = await openTab({ viewport: { width: 320, height: 900 } })
  await page.goto('/')
  const links = await targets(page, `${HEADER} a`)
  expect(links.length, 'links of the header').toBeGreaterThan(0)
  // In a wide window, the footer has the other links, and the company name links to the home page.
  const more = await targets(page, '.menu-more a')
  const resize = await resizing(page)
  for (const width of WIDTHS) {
    await resize(width)
    const folded = await openMenu(page)
    const wanted = new Set(folded ? links : links.filter((link) => !more.includes(link)))
    await expect
      .poll(async () => [...wanted.difference(new Set(await seen(page)))], { message: `missing at ${width} pixels` })
      .toEqual([])
    if (folded) await page.keyboard.press('Escape')
  }
})

it('the top bar covers neither the target of an anchor nor the link that skips it, which moves nothing', async () => {
  const page = await openTab()
  await page.goto('/terms')
  const [, second = ''] = await targets(page, '.contents a')
  await page.goto(second)
  const isSeen = (element: Element) => {
    const { left, top } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + 5, top + 5))
  }
  const title = page.locator(`h2${second.replace(/.*#/, '#')}`)
  await expect.poll(() => title.evaluate(isSeen)).toBe(true)
  const height = () => page.evaluate(() => [scrollY, document.documentElement.scrollHeight])
  const before = await height()
  await page.locator('.skip').focus()
  expect(await page.locator('.skip').evaluate(isSeen), 'the skip link is seen').toBe(true)
  expect(await height(), 'position and height of the page').toEqual(before)
})

it('a link to a question opens it, from another page and from the same', async () => {
  const page = await openTab()
  await page.goto('/faq')
  const [first = '', second = ''] = await page.locator('details').evaluateAll((all) => all.map(({ id }) => id))
  const open = () => page.locator('details[open]').evaluateAll((all) => all.map(({ id }) => id))
  await page.goto('/about')
  await page.goto(`/faq#${first}`)
  await expect.poll(open).toEqual([first])
  await page.evaluate((id) => {
    location.hash = id
  }, second)
  await expect.poll(open).toEqual([second])
})
