import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allForms } from '../../../src/forms/index.ts'
import { pageRoutes } from '../../routes.ts'
import { misplaced } from '../boxes.ts'
import { browse, browser, site } from '../browse.ts'
import { axe } from '../harness.ts'
import { shiftOfFonts } from '../late-fonts.ts'
import { alive, resizing, visit, withoutPictures } from '../living.ts'
import {
  brokenWords,
  buriedKickers,
  covered,
  cutOff,
  drowned,
  edgeless,
  moving,
  quietWords,
  shutIn,
  smallTargets,
  sunkLetters,
  unmarkedFocus,
  unnamedCells,
  unseenTicks,
  untouchable,
  widthOfChange,
  wrongOnPaper,
} from '../targets.ts'

/** The last one is where a focus wanders through the page, which may change it. */
const WIDTHS = [320, 360, 600, 768, 1000, 1024, 1680, 1920, 2560, 1280]
/** Where late fonts are looked at: a telephone, a tablet, a computer. */
const WINDOWS = [360, 390, 768, 1280]
/** Where words are looked at that are broken in the middle. */
const BROKEN_AT = [320, 768, 1280]
/** A fifth of the shift that Google calls good. */
const SHIFT_MAX = 0.02
/** Those that are not among the others. */
const WIDTHS_BETWEEN = Array.from({ length: 29 }, (_, index) => 320 + 40 * index).filter(
  (each) => !WIDTHS.includes(each),
)

browse()

const open = (path: string) => visit(browser, site.url + path, { reducedMotion: 'reduce' })

/** Fails with what is wrong at a width. Asks again for a while: some lengths follow the window frames later. */
const expectPlaced = (page: Page, width: number) =>
  expect.poll(() => misplaced(page), { message: `at ${width} pixels` }).toEqual([])

/** The same at several widths, one after the other. */
async function expectPlacedAt(page: Page, widths: number[]): Promise<void> {
  const resize = await resizing(page)
  for (const width of widths) {
    await resize(width)
    await expectPlaced(page, width)
  }
}

describe('from 320 to 2560 pixels, at 320 with the spaces of WCAG 1.4.12, and on a telephone whose letters are twice as large', () => {
  let page: Page
  let devtools: CDPSession
  let resize: Awaited<ReturnType<typeof resizing>>
  beforeAll(async () => {
    page = await browser.newPage({ reducedMotion: 'reduce' })
    devtools = await page.context().newCDPSession(page)
    resize = await resizing(page)
    // They change nothing of what is measured here (pages.test.ts).
    await withoutPictures(page)
  })
  afterAll(() => page?.close())

  it.each(pageRoutes())('%s holds', async (path) => {
    const as = (asked: Parameters<Page['emulateMedia']>[0]) =>
      page.emulateMedia({ forcedColors: 'none', colorScheme: null, contrast: null, media: 'screen', ...asked })
    const letters = (standard: number) => devtools.send('Page.setFontSizes', { fontSizes: { standard } })
    await as({})
    await letters(16)
    await page.goto(site.url + path, { waitUntil: 'domcontentloaded' })
    for (const width of [390, ...WIDTHS]) {
      await resize(width)
      await expectPlaced(page, width)
      if (BROKEN_AT.includes(width)) expect(await brokenWords(page), `words broken at ${width} pixels`).toEqual([])
      if (WINDOWS.includes(width)) {
        const { score, moved } = await shiftOfFonts(page)
        expect(score, `what late fonts move at ${width} pixels:\n${moved.join('\n')}`).toBeLessThan(SHIFT_MAX)
      }
      if (width === 360) {
        expect(await smallTargets(page), 'targets too small to press').toEqual([])
        expect(await untouchable(page), 'what a finger cannot scroll the page from, or two enlarge it').toEqual([])
        expect(await moving(page), 'moves for somebody who asked for less motion').toEqual([])
        expect(await unnamedCells(page), 'cells without the name of their column').toEqual([])
      }
    }
    expect(await unmarkedFocus(page), 'what shows no focus').toEqual([])
    expect(await covered(page), 'controls that lie under something else').toEqual([])
    expect(await shutIn(page), 'folded parts that nobody can open').toEqual([])
    for (const height of [400, 640]) {
      await resize(1280, height)
      expect(await cutOff(page), `what nobody can scroll to the end of in a window ${height} pixels high`).toEqual([])
    }
    await as({ forcedColors: 'active', colorScheme: 'dark' })
    expect(await buriedKickers(page), 'lines under the ground of the title below them').toEqual([])
    await resize(360)
    expect(await edgeless(page), 'controls drawn by colours that are not painted').toEqual([])
    expect(await sunkLetters(page), 'letters of a drawing that cannot be told from its colours').toEqual([])
    await as({ contrast: 'more' })
    expect(await quietWords(page), 'quiet tones for somebody who asks for more contrast').toEqual([])
    expect(await drowned(page), 'letters of the colour that they stand on').toEqual([])
    await as({ media: 'print' })
    expect(await wrongOnPaper(page), 'what is wrong on paper').toEqual([])
    expect(await unnamedCells(page), 'cells without the name of their column on paper').toEqual([])
    await as({})
    await letters(32)
    const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    await expect.poll(size, { message: 'size of letters' }).toBe(32)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'width of the page').toBe(360)
    await letters(16)
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`
        * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
        p { margin-block-end: 2em !important; }`)
      document.adoptedStyleSheets = [sheet]
    })
    await resize(320)
    await expectPlaced(page, 320)
  })
})

it('every page with a form holds at each width between, where a line and its button are beside each other or not', async () => {
  const page = await open('/')
  for (const path of new Set(pageRoutes().filter((each) => allForms.some((form) => form.page === each)))) {
    await page.goto(site.url + path)
    await expectPlacedAt(page, WIDTHS_BETWEEN)
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
  expect(await axe(page, `#form-${name}`), 'faults of accessibility of a form that says what is wrong').toEqual([])
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors })
    expect(await unseenTicks(page), 'boxes whose tick is not seen').toEqual([])
  }
  await page.emulateMedia({ forcedColors: 'none' })
  await expectPlacedAt(page, WIDTHS)
})

it('holds in the popup, which is read to its end in a low window', async () => {
  const page = await open('/')
  await page.locator('#popup').evaluate((dialog: HTMLDialogElement) => dialog.showModal())
  await page.setViewportSize({ width: 640, height: 300 })
  await page.locator('#popup').hover()
  await page.mouse.wheel(0, 9999)
  const end = () => page.locator('#popup .popup-letter').evaluate((letter) => letter.getBoundingClientRect().bottom)
  await expect.poll(end, { message: 'end of the popup, in a window 300 pixels high' }).toBeLessThanOrEqual(300)
  await expectPlacedAt(page, WIDTHS)
})

it.each([
  [360, 'its cut for telephones', true],
  [1280, 'its tall picture, whole', false],
])('in a window of %i pixels /ambassador begins with %s', async (width, _, isCut) => {
  const page = await visit(browser, `${site.url}/ambassador`, { viewport: { width, height: 900 }, pictures: true })
  const cut = await page.locator('.opening source[media]').getAttribute('srcset')
  const shown = await page
    .locator('.opening img')
    .evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname)
  expect(cut?.includes(shown), `${shown} is a cut`).toBe(isCut)
})

it('rings the button of the calendar of a day, which is a stop of the keyboard inside the field', async () => {
  const page = await open('/ambassador')
  const field = page.locator('#ambassador-birth_date')
  await field.focus()
  // Day, month, year.
  for (let stop = 1; stop < 3; stop++) await page.keyboard.press('Tab')
  const width = await widthOfChange(field, () => page.keyboard.press('Tab'))
  expect(width, 'width of the ring, without which the picture of the calendar changes alone').toBeGreaterThan(20)
})

it('draws in forced colours the cross of a question and the sign to go on', async () => {
  const page = await open('/faq')
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  const question = page.locator('.question').first()
  const opened = () => question.evaluate((details: HTMLDetailsElement) => details.toggleAttribute('open'))
  const width = await widthOfChange(question.locator('summary'), opened)
  expect(width, 'width of what changes on the right of a question that opens').toBeGreaterThan(0)
  await page.goto(site.url)
  const edges = await page.locator('#bandeau-pause').evaluate((box: HTMLInputElement) => {
    box.checked = true
    const { borderTopColor, borderLeftColor } = getComputedStyle(box)
    return [borderTopColor, borderLeftColor]
  })
  expect(edges, 'edges of the sign').toEqual(['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)'])
})

it('shows words before their letters have come', async () => {
  const page = await open('/')
  const late = await page.evaluate(() => {
    const root = getComputedStyle(document.documentElement)
    const own = ['--font-text', '--font-display'].map((name) => root.getPropertyValue(name).split(',')[0]?.trim())
    return [...document.fonts].filter(({ family }) => own.includes(family)).map(({ display }) => display)
  })
  expect(new Set(late)).toEqual(new Set(['swap']))
})

it('sets words larger where the window is wider than 1,800 pixels', async () => {
  const page = await open('/about')
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
  await page.setViewportSize({ width: 1800, height: 900 })
  await expect.poll(size, { message: 'size of words at 1,800 pixels' }).toBe(19)
  await page.setViewportSize({ width: 2560, height: 900 })
  await expect.poll(size, { message: 'size of words at 2,560 pixels' }).toBeGreaterThan(1.25 * 19)
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
