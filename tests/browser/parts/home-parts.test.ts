import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayInParis } from '../../../src/forms/calendar.ts'
import { TESTIMONIALS_MS, TESTIMONIALS_SHOWN } from '../../contract/figures.ts'
import { recordsOf } from '../../support/shipped.ts'
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
    await page.locator('#avis').scrollIntoViewIfNeeded()
    await button(page, /Pause|Reprendre/).waitFor()
    return page
  }
  const button = (page: Page, name: string | RegExp) => page.locator('#avis').getByRole('button', { name })
  const texts = (page: Page) => page.locator('#avis blockquote:visible').allTextContents()

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
    const drawing = await page.locator('.drawn').evaluate((cells) => getComputedStyle(cells).animationName)
    expect(drawing, 'cells of the series that wait for scrolling in print').toBe('none')
  })

  /** True if others are shown at the end of one of so many periods. */
  async function goesOn(page: Page, periods: number): Promise<boolean> {
    await reactSettled(page)
    const first = await texts(page)
    for (let period = 0; period < periods; period++) {
      await page.clock.runFor(TESTIMONIALS_MS)
      await reactSettled(page)
      if ((await texts(page))[0] !== first[0]) return true
    }
    return false
  }

  it('pause under pointer or focus, by their button and in a hidden page', async () => {
    const page = await home()
    const away = () => page.locator('header').first().hover()
    const blur = () => page.locator('header a').first().focus()
    const reasons: Record<string, [() => Promise<unknown>, () => Promise<unknown>]> = {
      focus: [() => button(page, 'Témoignages suivants').focus(), blur],
      'a hidden page': [() => setHidden(page, true), () => setHidden(page, false)],
      hover: [() => page.locator('#avis').hover(), away],
      // Without pointer and focus, which pause too.
      'its button': [
        () => button(page, 'Pause').click().then(away).then(blur),
        () => button(page, 'Reprendre').click(),
      ],
    }
    for (const [reason, [pause, resume]] of Object.entries(reasons)) {
      await pause()
      expect(await goesOn(page, 2), `it rotates in spite of ${reason}`).toBe(false)
      await resume()
      expect(await goesOn(page, 1), `it rotates after ${reason}`).toBe(true)
    }
  })

  it('stand still with reduced motion, and their arrows work', async () => {
    const page = await home({ reducedMotion: 'reduce' })
    await expect.poll(() => texts(page), { message: 'testimonials shown' }).toHaveLength(TESTIMONIALS_SHOWN)
    expect(await goesOn(page, 2), 'it rotates').toBe(false)
    const first = await texts(page)
    await button(page, 'Témoignages suivants').click()
    await expect.poll(() => texts(page)).not.toEqual(first)
    await button(page, 'Témoignages précédents').click()
    await expect.poll(() => texts(page)).toEqual(first)
  })
})

it.skipIf(TESTIMONIALS.length === 0)(
  'testimonials are all readable without JavaScript, with a mark on each example and without buttons',
  async () => {
    const examples = TESTIMONIALS.filter(({ example }) => example)
    expect(await plain.locator('#avis blockquote:visible').count(), 'testimonials shown').toBe(TESTIMONIALS.length)
    expect(await plain.locator('#avis').getByText('Exemple', { exact: true }).count(), 'marks').toBe(examples.length)
    expect(await plain.getByRole('button', { name: 'Témoignages suivants' }).count(), 'buttons shown').toBe(0)
  },
)

const banner = (page: Page) => page.locator('section', { has: page.getByText('Pause du bandeau') })
const moves = (page: Page) =>
  banner(page)
    .locator('p')
    .first()
    .evaluate((text) => text.parentElement?.getAnimations().some(({ playState }) => playState === 'running'))

it('the banner moves, and stops under the pointer and by the keyboard, without JavaScript', async () => {
  await banner(plain).hover({ position: { x: 200, y: 20 } })
  await expect.poll(() => moves(plain), { message: 'it stands still under the pointer' }).toBe(false)
  await plain.locator('header').first().hover()
  await expect.poll(() => moves(plain), { message: 'it moves' }).toBe(true)
  const box = plain.getByRole('checkbox', { name: 'Pause du bandeau défilant' })
  await box.focus()
  await plain.keyboard.press('Space')
  await plain.locator('header a').first().focus()
  await expect.poll(() => moves(plain), { message: 'it stands still' }).toBe(false)
})

it('the banner is read out once; with reduced motion, it is shown once and stands still', async () => {
  expect(await banner(still).locator('p:not([aria-hidden])').count(), 'texts of the banner that are read out').toBe(1)
  expect(await moves(still), 'the banner moves').toBe(false)
})

it('the calendar opens by its button and closes by Esc, without JavaScript too', async () => {
  for (const [scripts, page] of [
    [true, still],
    [false, plain],
  ] as const) {
    const calendar = page.locator('#calendrier')
    expect(await calendar.isVisible(), `the calendar is closed at first; scripts: ${scripts}`).toBe(false)
    await page.getByRole('button', { name: 'Voir le calendrier des expositions' }).click()
    expect(await calendar.isVisible(), `the calendar is open; scripts: ${scripts}`).toBe(true)
    if (scripts) expect(await axe(page, '#calendrier'), 'axe findings').toEqual([])
    await page.keyboard.press('Escape')
    expect(await calendar.isVisible(), `the calendar is closed by Esc; scripts: ${scripts}`).toBe(false)
  }
})

it('the calendar lists no event that has ended since the build, and keeps those that end today', async () => {
  const today = dayInParis(new Date())
  const month = (day: string) => `<section><h4>Mois</h4><ul><li data-end="${day}">Fin ${day}</li></ul></section>`
  const page = await visit('about:blank')
  await page.route(`${site.url}/`, async (route) => {
    const response = await route.fetch()
    const shown = `<div data-coming>${month('2020-01-31')}${month(today)}`
    await route.fulfill({ response, body: (await response.text()).replace(/<div data-coming[^>]*>/, shown) })
  })
  await page.goto('/')
  const coming = page.locator('[data-coming] :is(h4, li)')
  await expect.poll(() => coming.allTextContents()).toEqual(['Mois', `Fin ${today}`])
})
