import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allForms } from '../../../src/forms/index.ts'
import { pageRoutes } from '../../routes.ts'
import { misplaced } from '../boxes.ts'
import { browse, browser, site } from '../browse.ts'
import { alive, visit } from '../living.ts'
import { edgeless, moving, smallTargets } from '../targets.ts'

const WIDTHS = [320, 360, 600, 768, 1000, 1024, 1280, 1680, 1920, 2560]
const EVERY_WIDTH = Array.from({ length: 29 }, (_, index) => 320 + 40 * index)

browse()

const open = (path: string) => visit(browser, site.url + path, { reducedMotion: 'reduce' })

/** Fails with what is wrong at one of the widths. Asks again for a while: some lengths follow the window frames later. */
async function expectPlacedAt(page: Page, ...widths: number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => misplaced(page), { message: `at ${width} pixels` }).toEqual([])
  }
}

describe('from 320 to 2560 pixels, and at 320 with the spaces of WCAG 1.4.12', () => {
  let page: Page
  beforeAll(async () => {
    page = await browser.newPage({ reducedMotion: 'reduce' })
  })
  afterAll(() => page?.close())

  it.each(pageRoutes())('%s holds', async (path) => {
    await page.goto(site.url + path)
    await expectPlacedAt(page, ...WIDTHS)
    await page.setViewportSize({ width: 360, height: 900 })
    expect(await smallTargets(page), 'targets too small to press').toEqual([])
    expect(await moving(page), 'moves for who asked for less motion').toEqual([])
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await edgeless(page), 'controls drawn by colours that are not painted').toEqual([])
    await page.emulateMedia({ forcedColors: 'none' })
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`
        * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
        p { margin-block-end: 2em !important; }`)
      document.adoptedStyleSheets = [sheet]
    })
    await expectPlacedAt(page, 320)
  })
})

it('every page with a form holds at each width between, where a line and its button are beside each other or not', async () => {
  const page = await open('/')
  for (const path of new Set(pageRoutes().filter((each) => allForms.some((form) => form.page === each)))) {
    await page.goto(site.url + path)
    await expectPlacedAt(page, ...EVERY_WIDTH)
  }
})

it.each([
  ['/faq', 'newsletter', {}, 'email'],
  // What its own rule finds.
  ['/ambassador', 'ambassador', { birth_date: `${new Date().getFullYear() - 16}-01-01` }, 'guardian_consent'],
])('%s holds where the form %s says what is wrong', async (path, name, filled, wrong) => {
  const page = await open(path)
  const field = (id: string) => page.locator(`#${name}-${id}`)
  await field(wrong).focus()
  await alive(page, name)
  for (const [id, value] of Object.entries(filled)) await field(id).fill(value)
  await page.locator(`#form-${name} [type=submit]`).click()
  await field(`${wrong}-error`).waitFor()
  await expectPlacedAt(page, ...WIDTHS)
})

it('holds in the popup', async () => {
  const page = await open('/')
  await page.locator('#popup').evaluate((dialog: HTMLDialogElement) => dialog.showModal())
  await expectPlacedAt(page, ...WIDTHS)
})

it.each(['/', '/contact', '/terms'])(
  '%s is printed in dark letters, without what can only be pressed',
  async (path) => {
    const page = await open(path)
    await page.emulateMedia({ media: 'print' })
    const pressed = page.locator('nav, footer, dialog, button, input[type=range]').filter({ visible: true })
    const named = await pressed.evaluateAll((all) =>
      all.filter((each) => !each.closest('form')).map((each) => each.outerHTML),
    )
    expect(named, 'printed, though paper cannot be pressed').toEqual([])
    const lists = page.locator('main ul').filter({ visible: true })
    const links = await lists.evaluateAll((all) =>
      all
        .filter((list) =>
          [...list.children].every((item) => item.textContent?.trim() === item.querySelector('a')?.textContent?.trim()),
        )
        .map((each) => each.outerHTML),
    )
    expect(links, 'lists of links alone, which paper does not open').toEqual([])
    const pale = await page.evaluate(() => {
      const darkness = (color: string) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
      const texts = [...document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3, p, li, label, td)')]
      return texts
        .filter((element) => element.checkVisibility() && Math.max(...darkness(getComputedStyle(element).color)) > 128)
        .map((element) => element.textContent?.trim().slice(0, 60))
    })
    expect(pale, 'pale words on white paper').toEqual([])
  },
)

it('a printed link says where it leads', async () => {
  const page = await open('/terms')
  await page.emulateMedia({ media: 'print' })
  const mute = await page
    .locator('main p a:not(.link, .button):is([href^="/"], [href^="https:"])')
    .evaluateAll((all) =>
      all
        .filter((each) => !getComputedStyle(each, '::after').content.includes(each.getAttribute('href') ?? ''))
        .map((each) => each.outerHTML),
    )
  expect(mute, 'links that paper does not open').toEqual([])
})

it('what is folded away in a page is printed', async () => {
  const page = await open('/faq')
  await page.emulateMedia({ media: 'print' })
  const folded = await page
    .locator('main details > :not(summary)')
    .evaluateAll((all) => all.filter((each) => !each.checkVisibility()).map((each) => each.textContent?.slice(0, 60)))
  expect(folded, 'answers that paper cannot open').toEqual([])
})

it.each(['/', '/contact', '/quilting'])('%s has no quiet tone for who asks for more contrast', async (path) => {
  const page = await open(path)
  await page.emulateMedia({ contrast: 'more' })
  const quiet = await page.evaluate(() =>
    [...document.querySelectorAll('main :is(p, li, label, legend, small)')].flatMap((element) => {
      const style = getComputedStyle(element)
      const [text, quiet] = ['--text', '--text-quiet'].map((name) => style.getPropertyValue(name).trim())
      return text === quiet ? [] : [`${element.textContent?.trim().slice(0, 60)}: ${quiet} beside ${text}`]
    }),
  )
  expect(quiet, 'words in a quieter tone').toEqual([])
})

it('sets words larger where the window is wider than 1,800 pixels', async () => {
  const page = await open('/about')
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
  await page.setViewportSize({ width: 1800, height: 900 })
  await expect.poll(size).toBe(19)
  await page.setViewportSize({ width: 2560, height: 900 })
  await expect.poll(size).toBeGreaterThan(1.25 * 19)
})

it('has the title of the home page in its place before the words under it arrive', async () => {
  const page = await open('/')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate(() => document.fonts.ready)
  const top = () => page.locator('h1').evaluate((title) => Math.round(title.getBoundingClientRect().top))
  const whole = await top()
  await page.evaluate(() => {
    for (const late of document.querySelectorAll('.hero > :is(.words, .note)')) late.remove()
  })
  expect(await top()).toBe(whole)
})
