import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayInParis } from '../../../src/forms/calendar.ts'
import { TESTIMONIALS_MS, TESTIMONIALS_SHOWN } from '../../contract/figures.ts'
import { countOf, fact, recordsOf } from '../../support/shipped.ts'
import { browse, openTab, site } from '../browse.ts'
import { axe } from '../harness.ts'
import { reactSettled, setHidden, visit, visitWithClock } from '../open-page.ts'

browse()

/** The home page with reduced motion, and without JavaScript: opened once, so tests restore what they change. */
let still: Page
let plain: Page
beforeAll(async () => {
  ;[still, plain] = await Promise.all([
    openTab(),
    openTab({ javaScriptEnabled: false, reducedMotion: 'no-preference' }),
  ])
  await Promise.all([still.goto('/'), plain.goto('/')])
})

/** The current testimonials; three or fewer do not rotate (decisions «Made real»). */
const TESTIMONIALS = recordsOf('testimonials')
const ROTATE = TESTIMONIALS.length > TESTIMONIALS_SHOWN

describe.skipIf(!ROTATE)('testimonials that rotate', () => {
  /** Opens the home page and waits until the testimonials are in view and hydrated. */
  async function home(options = {}) {
    const page = await visitWithClock('/', options)
    await section(page).scrollIntoViewIfNeeded()
    await section(page)
      .getByRole('button', { name: /Pause|Reprendre/ })
      .waitFor()
    return page
  }
  const texts = (page: Page) =>
    page
      .locator('#avis blockquote')
      .evaluateAll((all) =>
        all.filter((each) => each.checkVisibility({ visibilityProperty: true })).map((each) => each.textContent),
      )
  const section = (page: Page) => page.locator('#avis')

  it('show three at a time, the next three after 5 s, and all of them in print (specification §9 «Timings»)', async () => {
    const page = await home()
    const first = await texts(page)
    expect(first, 'testimonials shown').toHaveLength(TESTIMONIALS_SHOWN)
    await page.clock.runFor(TESTIMONIALS_MS - 1)
    expect(await texts(page)).toEqual(first)
    await page.clock.runFor(1)
    const seen = new Set(first)
    for (let set = await texts(page); set[0] !== first[0]; set = await texts(page)) {
      for (const each of set) seen.add(each)
      await page.clock.runFor(TESTIMONIALS_MS)
    }
    expect(seen.size, 'different testimonials').toBe(TESTIMONIALS.length)
    expect(await texts(page)).toEqual(first)
    await page.emulateMedia({ media: 'print' })
    expect(await texts(page), 'testimonials in print').toHaveLength(TESTIMONIALS.length)
  })

  const button = (page: Page, name: string) => section(page).getByRole('button', { name })
  const press = (page: Page, name: string) => button(page, name).evaluate((b: HTMLElement) => b.click())
  const reasons: Record<string, [(page: Page) => Promise<unknown>, (page: Page) => Promise<unknown>]> = {
    hover: [(page) => section(page).hover(), (page) => page.locator('header').first().hover()],
    focus: [(page) => button(page, 'Témoignages suivants').focus(), (page) => page.locator('header a').first().focus()],
    'its button': [(page) => press(page, 'Pause'), (page) => press(page, 'Reprendre')],
    'a hidden page': [(page) => setHidden(page, true), (page) => setHidden(page, false)],
  }
  it('pause under pointer or focus, by their button and in a hidden page; «Reprendre» makes them rotate in spite of pointer and focus', async () => {
    const page = await home()
    const goesOn = async (periods: number) => {
      await reactSettled(page)
      const first = await texts(page)
      await page.clock.runFor(periods * TESTIMONIALS_MS)
      return first[0] !== (await texts(page))[0]
    }
    // By keyboard first, because scrolling may bring the section under the pointer once there is one.
    for (const name of ['Pause', 'Reprendre']) await button(page, name).press('Enter')
    await page.locator('header a').first().focus()
    await button(page, 'Témoignages suivants').focus()
    expect(await goesOn(3), 'it rotates although the keyboard focus has returned').toBe(false)
    await page.locator('header a').first().focus()
    for (const [reason, [pause, resume]] of Object.entries(reasons)) {
      await pause(page)
      expect(await goesOn(3), `it rotates in spite of ${reason}`).toBe(false)
      await resume(page)
      expect(await goesOn(1), `it rotates after ${reason}`).toBe(true)
    }
    for (const name of ['Pause', 'Reprendre']) await button(page, name).click()
    expect(await goesOn(1), 'it rotates while «Reprendre» has pointer and focus').toBe(true)
  })

  it('stand still with reduced motion, and their arrows work', async () => {
    const page = await home({ reducedMotion: 'reduce' })
    await expect.poll(() => texts(page), { message: 'testimonials shown' }).toHaveLength(TESTIMONIALS_SHOWN)
    const first = await texts(page)
    await page.clock.runFor(3 * TESTIMONIALS_MS)
    expect(await texts(page)).toEqual(first)
    await page.getByRole('button', { name: 'Témoignages suivants' }).click()
    await expect.poll(() => texts(page)).not.toEqual(first)
    const previous = page.getByRole('button', { name: 'Témoignages précédents' })
    await previous.click()
    await expect.poll(() => texts(page)).toEqual(first)
  })
})

describe.skipIf(countOf('testimonials') === 0)('testimonials', () => {
  it('are all readable without JavaScript, with a mark on each example and without buttons', async () => {
    const examples = TESTIMONIALS.filter(({ example }) => example)
    expect(await plain.locator('#avis blockquote:visible').count(), 'testimonials shown').toBe(TESTIMONIALS.length)
    expect(await plain.locator('#avis').getByText('Exemple', { exact: true }).count(), 'marks').toBe(examples.length)
    expect(await plain.getByRole('button', { name: 'Témoignages suivants' }).count(), 'buttons shown').toBe(0)
  })

  it.skipIf(ROTATE)('stand still if there are three or fewer', async () => {
    const page = await visitWithClock('/')
    await page.locator('#avis').scrollIntoViewIfNeeded()
    await page.clock.runFor(3 * TESTIMONIALS_MS)
    expect(await page.locator('#avis blockquote:visible').count(), 'testimonials shown').toBe(TESTIMONIALS.length)
    expect(await page.locator('#avis').getByRole('button').count(), 'buttons where nothing rotates').toBe(0)
  })
})

describe('the banner', () => {
  const banner = (page: Page) => page.locator('section', { has: page.getByText('Pause du bandeau') })
  const moves = (page: Page) =>
    banner(page)
      .locator('p')
      .first()
      .evaluate((text) => text.parentElement?.getAnimations().some(({ playState }) => playState === 'running'))

  it.each([true, false])('moves, and stops under the pointer and by the keyboard; scripts: %s', async (scripts) => {
    const page = scripts ? await visit('/') : plain
    await banner(page).hover({ position: { x: 200, y: 20 } })
    await expect.poll(() => moves(page), { message: 'it stands still under the pointer' }).toBe(false)
    await page.locator('header').first().hover()
    await expect.poll(() => moves(page), { message: 'it moves' }).toBe(true)
    const box = page.getByRole('checkbox', { name: 'Pause du bandeau défilant' })
    await box.focus()
    await page.keyboard.press('Space')
    expect(await box.isChecked(), 'the box is ticked by the keyboard').toBe(true)
    await page.locator('header a').first().focus()
    await expect.poll(() => moves(page), { message: 'it stands still' }).toBe(false)
  })

  it('is read out once; with reduced motion, it is shown once and stands still', async () => {
    expect(await banner(still).locator('p:not([aria-hidden])').count(), 'texts of the banner that are read out').toBe(1)
    expect(await banner(still).locator('p:visible').count(), 'texts of the banner that are shown').toBe(1)
    const words = (await banner(still).locator('p').first().innerText()).replace(/\s/g, ' ')
    expect(words).toContain(`${fact('tapis_en_production')} tapis`)
    expect(await moves(still), 'the banner moves').toBe(false)
  })
})

describe('the calendar', () => {
  it('opens by its button and closes by Esc, without JavaScript too', async () => {
    for (const [scripts, page] of [
      [true, still],
      [false, plain],
    ] as const) {
      const calendar = page.locator('#calendrier')
      expect(await calendar.isVisible(), `the calendar is closed at first; scripts: ${scripts}`).toBe(false)
      await page.getByRole('button', { name: 'Voir le calendrier des expositions' }).click()
      expect(await calendar.isVisible(), `the calendar is open; scripts: ${scripts}`).toBe(true)
      expect(await calendar.innerText()).toContain('Le calendrier')
      await page.keyboard.press('Escape')
      expect(await calendar.isVisible(), `the calendar is closed by Esc; scripts: ${scripts}`).toBe(false)
    }
  })

  it('opens by a link from this page or another one, and scrolls to its end in a low window', async () => {
    const viewport = { width: 360, height: 200 }
    const page = await visit('/#calendrier', { reducedMotion: 'reduce', viewport })
    const calendar = page.locator('#calendrier')
    await expect.poll(() => calendar.isVisible(), { message: 'opened by a link from another page' }).toBe(true)
    await calendar.locator('h3').hover()
    await page.mouse.wheel(0, 9999)
    const isSeen = (end: Element) => end.getBoundingClientRect().bottom <= innerHeight
    const end = calendar.locator(':scope > :not([hidden])').last()
    await expect.poll(() => end.evaluate(isSeen), { message: 'its end is seen' }).toBe(true)
    await page.emulateMedia({ media: 'print' })
    const printed = 'main h1, main h2, main h3'
    expect(await page.locator(printed).filter({ visible: true }).allTextContents()).toEqual(['Le calendrier'])
    await page.emulateMedia({ media: null })
    await page.keyboard.press('Escape')
    expect(await calendar.isVisible(), 'the calendar is closed by Esc').toBe(false)
    await page.evaluate(() => location.assign('#concours'))
    await page.evaluate(() => location.assign('#calendrier'))
    await expect.poll(() => calendar.isVisible(), { message: 'opened by a link from this page' }).toBe(true)
  })

  it('folds away events that have ended since the build, and keeps those that end today', async () => {
    const today = dayInParis(new Date())
    const month = (day: string) => `<section><h4>Mois</h4><ul><li data-end="${day}">Fin ${day}</li></ul></section>`
    const page = await visit('about:blank')
    await page.route(`${site.url}/`, async (route) => {
      const response = await route.fetch()
      const shown = `<div data-coming>${month('2020-01-31')}${month(today)}`
      await route.fulfill({ response, body: (await response.text()).replace(/<div data-coming[^>]*>/, shown) })
    })
    await page.goto('/#calendrier')
    await expect.poll(() => page.locator('[data-past]:not([hidden]) li').allTextContents()).toEqual(['Fin 2020-01-31'])
    const coming = page.locator('[data-coming] :is(h4, li):visible')
    expect(await coming.allTextContents(), 'coming events with their month').toEqual(['Mois', `Fin ${today}`])
    expect(await page.locator('[data-empty]').isVisible(), 'no message says that the calendar is empty').toBe(false)
  })
})

it('axe finds nothing on the home page with all hover styles, nor in the open calendar', async () => {
  // Applies the :hover styles to all elements at once.
  await still.evaluate(() => {
    for (const { media, cssRules } of [...document.styleSheets]) {
      const hovered = new CSSStyleSheet({ media: media.mediaText })
      const rules = [...cssRules].map(({ cssText }) => cssText).join('')
      hovered.replaceSync(rules.replaceAll(':hover', ':nth-child(n)'))
      document.adoptedStyleSheets.push(hovered)
    }
  })
  expect(await axe(still), 'axe findings').toEqual([])
  await still.getByRole('button', { name: /calendrier/ }).click()
  for (const width of [1280, 360]) {
    await still.setViewportSize({ width, height: 800 })
    expect(await axe(still, '#calendrier'), `axe findings in the calendar at ${width} pixels`).toEqual([])
  }
})
