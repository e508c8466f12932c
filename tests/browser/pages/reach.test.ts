import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { trackers } from '../../../src/browser/storage.ts'
import { pageRoutes } from '../../routes.ts'
import { browse, browser, site } from '../browse.ts'
import { resizing, visit } from '../open-page.ts'

/** Every 40 pixels, because the menu button may be missing at a single width. */
const WIDTHS = Array.from({ length: 29 }, (_, index) => 320 + 40 * index)

browse()

const HEADER = 'body > header'

/** Returns the targets of the visible links within a selector. Links below the window are scrolled to first. */
const seen = (page: Page, within: string, known: string[] = []) =>
  page.evaluate(
    ([within, known]) => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>(`${within} a[href]`)].filter(
        ({ pathname }) => !known.includes(pathname),
      )
      const isSeen = (link: HTMLAnchorElement) => {
        if (!link.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
        link.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, top, width, height } = link.getClientRects()[0] ?? new DOMRect(-1)
        const above = document.elementFromPoint(left + width / 2, top + height / 2)
        return link === above || link.contains(above)
      }
      return links.filter(isSeen).map(({ pathname, hash }) => pathname + hash)
    },
    [within, known] as const,
  )

/** Presses the menu button if it is visible; returns whether it is. */
const openMenu = (page: Page) =>
  page.evaluate((selector) => {
    const button = document.querySelector<HTMLButtonElement>(selector)
    const { left, top, width, height } = button?.getBoundingClientRect() ?? new DOMRect()
    const isSeen = button?.contains(document.elementFromPoint(left + width / 2, top + height / 2)) ?? false
    if (isSeen) button?.click()
    return isSeen
  }, `${HEADER} .toggle`)

/** Returns the targets of links, visible or not. */
const targets = (page: Page, links: string) =>
  page
    .locator(links)
    .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).pathname + (a as HTMLAnchorElement).hash))

// The header of the home page (its links are anchors), of all other pages, and of a legal page.
it.each(['/', '/devis', '/terms'])(
  'the header of %s shows all links of its menu at every width from 320 to 1440 pixels',
  async (path) => {
    // Starts narrow: the change from a wide window closes a menu that was opened in the same frame.
    const viewport = { width: 320, height: 900 }
    const page = await visit(browser, site.url + path, {
      viewport,
      reducedMotion: 'reduce',
      flags: [trackers.popup.key],
    })
    const links = await targets(page, `${HEADER} a`)
    expect(links.length, 'links of the header').toBeGreaterThan(0)
    // In a wide window, the footer has the other links, and the company name links to the home page.
    const more = await targets(page, '.menu-more a')
    const resize = await resizing(page)
    for (const width of WIDTHS) {
      await resize(width)
      const folded = await openMenu(page)
      const wanted = folded ? links : links.filter((link) => !more.includes(link))
      await expect
        .poll(
          async () => {
            const reached = await seen(page, HEADER)
            return [...new Set(wanted)].filter((link) => !reached.includes(link))
          },
          { message: `links missing from the header at ${width} pixels` },
        )
        .toEqual([])
      if (folded) await page.keyboard.press('Escape')
    }
  },
)

it('every page can be reached from the home page by visible links at every width', async () => {
  const page = await visit(browser, site.url, { reducedMotion: 'reduce', flags: [trackers.popup.key] })
  const resize = await resizing(page)
  const reached = new Map(WIDTHS.map((width) => [width, new Set(['/'])]))
  const missing = () =>
    [...reached].flatMap(([width, paths]) =>
      pageRoutes()
        .filter((path) => !paths.has(path))
        .map((path) => ({ width, path })),
    )
  for (const from of ['/', ...pageRoutes().filter((path) => path !== '/')]) {
    const widths = [...reached].filter(
      ([width, paths]) => paths.has(from) && missing().some((each) => each.width === width),
    )
    if (widths.length === 0) continue
    if (from !== '/') await page.goto(site.url + from)
    for (const [width, paths] of widths) {
      await resize(width)
      for (const link of await seen(page, 'body', [...paths])) paths.add(link.replace(/#.*/, ''))
    }
  }
  expect(missing(), 'pages that no visible link leads to').toEqual([])
})

it('the target of an anchor is not covered by the sticky bar at the top of the window', async () => {
  const page = await visit(browser, `${site.url}/terms`, { reducedMotion: 'reduce' })
  const [, second = ''] = await targets(page, '.contents a')
  await page.goto(site.url + second)
  const isSeen = (title: Element) => {
    const { left, top } = title.getBoundingClientRect()
    return title.contains(document.elementFromPoint(left + 5, top + 5))
  }
  await expect.poll(() => page.locator(`h2${second.replace(/.*#/, '#')}`).evaluate(isSeen)).toBe(true)
  const bar = page.locator('header').first()
  expect(await bar.evaluate((header) => header.getBoundingClientRect().top), 'top of the bar').toBe(0)
  await page.locator('.skip').focus()
  expect(await page.locator('.skip').evaluate(isSeen), 'the skip link is not covered either').toBe(true)
})

it('a link to a question opens it, from another page and from the same', async () => {
  const page = await visit(browser, `${site.url}/faq`, { reducedMotion: 'reduce' })
  const [first = '', second = ''] = await page.locator('details').evaluateAll((all) => all.map(({ id }) => id))
  const open = () => page.locator('details[open]').evaluateAll((all) => all.map(({ id }) => id))
  await page.goto(`${site.url}/about`)
  await page.goto(`${site.url}/faq#${first}`)
  await expect.poll(open).toEqual([first])
  await page.evaluate((id) => {
    location.hash = id
  }, second)
  await expect.poll(open).toEqual([second])
})
