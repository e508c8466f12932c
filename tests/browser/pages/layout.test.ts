import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageRoutes } from '../../routes.ts'
import { misplaced } from '../boxes.ts'
import { browse, browser, site } from '../browse.ts'
import { axe } from '../harness.ts'
import { shiftOfFonts } from '../late-fonts.ts'
import { isHydrated, resizing, visit, withoutPictures } from '../open-page.ts'
import {
  brokenWords,
  closedWithoutSummary,
  covered,
  coveredKickers,
  coveredWhileScrolling,
  cutOff,
  edgeless,
  fakeWeights,
  longLines,
  lowContrastSvgTexts,
  moving,
  mutedTexts,
  platesInTitles,
  smallTargets,
  textInBackgroundColour,
  touchingLines,
  unmarkedFocus,
  unmarkedLists,
  unnamedCells,
  unseenTicks,
  untouchable,
  widestField,
  widthOfChange,
  wrongOnPaper,
} from '../targets.ts'

/**
 * Window widths, at least one between any two widths at which the style sheets change. The focus is checked at the
 * last one, because moving the focus may change the page.
 */
const WIDTHS = [390, 320, 600, 640, 768, 1024, 1920, 2560, 1280]
/** Window widths at which late fonts are checked: a phone, a tablet, a computer. */
const WINDOWS = [390, 768, 1280]
/** Window widths at which broken words are checked. */
const BROKEN_AT = [320, 768, 1280]
/** Maximum layout shift by late fonts: a fifth of what Google rates as good (0.1). */
const SHIFT_MAX = 0.02
/** Every 40 pixels from 320 to 1440, except WIDTHS. */
const WIDTHS_BETWEEN = Array.from({ length: 29 }, (_, index) => 320 + 40 * index).filter(
  (each) => !WIDTHS.includes(each),
)

browse()

const open = (path: string) => visit(browser, site.url + path, { reducedMotion: 'reduce' })

/** Returns the boxes of elements in the window; an element that is missing throws. */
const boxesOf = (page: Page, selectors: string[]) =>
  Promise.all(
    selectors.map((each) =>
      page
        .locator(each)
        .first()
        .evaluate((element) => element.getBoundingClientRect().toJSON()),
    ),
  )

/** Expects no layout fault at a width. Polls, because some lengths follow the window a few frames later. */
const expectPlaced = (page: Page, width: number) =>
  expect.poll(() => misplaced(page), { message: `at ${width} pixels` }).toEqual([])

/** Like expectPlaced, at several widths one after the other. */
async function expectPlacedAt(page: Page, widths: number[]): Promise<void> {
  const resize = await resizing(page)
  for (const width of widths) {
    await resize(width)
    await expectPlaced(page, width)
  }
}

describe('layout from 320 to 2560 pixels, with WCAG 1.4.12 spacing and with doubled fonts', () => {
  let page: Page
  let devtools: CDPSession
  let resize: Awaited<ReturnType<typeof resizing>>
  beforeAll(async () => {
    page = await browser.newPage({ reducedMotion: 'reduce' })
    devtools = await page.context().newCDPSession(page)
    resize = await resizing(page)
    // Pictures do not change the layout (see pages.test.ts).
    await withoutPictures(page)
  })
  afterAll(() => page?.close())

  it.each(pageRoutes())('%s fits, also in forced colours and in print', async (path) => {
    const as = (asked: Parameters<Page['emulateMedia']>[0]) =>
      page.emulateMedia({ forcedColors: 'none', colorScheme: null, contrast: null, media: 'screen', ...asked })
    const letters = (standard: number) => devtools.send('Page.setFontSizes', { fontSizes: { standard } })
    await as({})
    await letters(16)
    await page.goto(site.url + path, { waitUntil: 'load' })
    for (const width of WIDTHS) {
      await resize(width)
      await expectPlaced(page, width)
      if (BROKEN_AT.includes(width)) expect(await brokenWords(page), `words broken at ${width} pixels`).toEqual([])
      if (WINDOWS.includes(width)) {
        const { score, moved } = await shiftOfFonts(page)
        expect(score, `shift by late fonts at ${width} pixels:\n${moved.join('\n')}`).toBeLessThan(SHIFT_MAX)
        expect(await longLines(page), `lines too long to read at ${width} pixels`).toEqual([])
        expect(await touchingLines(page), `titles whose lines touch at ${width} pixels`).toEqual([])
      }
      if (width === 2560) expect(await widestField(page), 'width of the widest field').toBeLessThan(1400)
      if (width === 390) {
        expect(await smallTargets(page), 'targets too small to press').toEqual([])
        expect(await untouchable(page), 'elements that block scrolling or pinch zoom').toEqual([])
        expect(await moving(page), 'motion in spite of prefers-reduced-motion').toEqual([])
        expect(await unnamedCells(page), 'cells without the name of their column').toEqual([])
        expect(await fakeWeights(page), 'weights that no font file has').toEqual([])
        expect(await unmarkedLists(page), 'lists without bullets or numbers').toEqual([])
        expect(await coveredWhileScrolling(page, '.bar a'), 'links of the top bar covered by the text').toEqual([])
      }
    }
    expect(await unmarkedFocus(page), 'elements without a visible focus').toEqual([])
    expect(await covered(page), 'covered controls').toEqual([])
    expect(await closedWithoutSummary(page), 'details that cannot be opened').toEqual([])
    for (const height of [400, 640]) {
      await resize(1280, height)
      expect(await cutOff(page), `elements cut off in a window ${height} pixels high`).toEqual([])
    }
    await as({ forcedColors: 'active', colorScheme: 'dark' })
    expect(await coveredKickers(page), 'kickers covered by the title below them').toEqual([])
    expect(await platesInTitles(page), 'boxes that cover the line above them in a title').toEqual([])
    await resize(360)
    expect(await edgeless(page), 'controls invisible in forced colours').toEqual([])
    expect(await lowContrastSvgTexts(page), 'texts of a drawing without contrast in forced colours').toEqual([])
    await as({ contrast: 'more' })
    expect(await mutedTexts(page), 'quiet texts in spite of prefers-contrast: more').toEqual([])
    expect(await textInBackgroundColour(page), 'controls whose text has their background colour').toEqual([])
    await as({ media: 'print' })
    expect(await wrongOnPaper(page), 'faults in print').toEqual([])
    expect(await unnamedCells(page), 'cells without the name of their column in print').toEqual([])
    await as({})
    await letters(32)
    const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    await expect.poll(size, { message: 'font size' }).toBe(32)
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

it('the forms of one line, both on the home page, also fit at the widths between, where their buttons change place', async () => {
  await expectPlacedAt(await open('/'), WIDTHS_BETWEEN)
})

it.each([
  ['/faq', 'newsletter', {}, 'email'],
  // An error of the form's own rule.
  ['/ambassador', 'ambassador', { birth_date: `${new Date().getFullYear() - 16}-01-01` }, 'guardian_consent'],
])('%s fits and passes axe while the form %s shows errors', async (path, name, filled, wrong) => {
  const page = await open(path)
  const field = (id: string) => page.locator(`#${name}-${id}`)
  await field(wrong).focus()
  await isHydrated(page, name)
  for (const [id, value] of Object.entries(filled)) await field(id).fill(value)
  await page.locator(`#form-${name} [type=submit]`).click()
  await field(`${wrong}-error`).waitFor()
  expect(await axe(page, `#form-${name}`), 'axe findings in a form with errors').toEqual([])
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors })
    expect(await unseenTicks(page), 'checkboxes whose tick is invisible').toEqual([])
  }
  await page.emulateMedia({ forcedColors: 'none' })
  await expectPlacedAt(page, WIDTHS)
})

it('the popup fits at every width and scrolls to its end in a low window', async () => {
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
  [360, 'its picture cropped for phones', true],
  [1280, 'its whole portrait picture', false],
])('in a window of %i pixels /ambassador begins with %s', async (width, _, isCut) => {
  const page = await visit(browser, `${site.url}/ambassador`, { viewport: { width, height: 900 }, pictures: true })
  const cut = await page.locator('.opening source[media]').getAttribute('srcset')
  const shown = await page
    .locator('.opening img')
    .evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname)
  expect(cut?.includes(shown), `${shown} is the cropped picture`).toBe(isCut)
  if (!isCut) return
  const difference = await page.locator('.opening img').evaluate(async (image: HTMLImageElement) => {
    const { width, height } = await createImageBitmap(await (await fetch(image.currentSrc)).blob())
    return Math.abs(width / height - image.clientWidth / image.clientHeight)
  })
  expect(difference, 'difference of ratio between the cropped picture and its place').toBeLessThan(0.02)
})

it.each([
  ['/', 1024, '.models-laid'],
  ['/quilting', 1440, '.step.on-brown'],
  ['/about', 1024, '.know-how'],
  ['/partenariat', 768, '.opening'],
  ['/hera-club', 1024, '.opening'],
  ['/hera-club', 1280, '.opening'],
  ['/introuvable', 1024, '.message'],
])(
  'on %s at %i pixels the picture of %s is not enlarged, though it fills a place of another shape',
  async (path, width, part) => {
    const page = await visit(browser, site.url + path, { viewport: { width, height: 900 }, pictures: true })
    const enlarged = await page.locator(`${part} img`).evaluate(async (image: HTMLImageElement) => {
      image.loading = 'eager'
      await image.decode()
      const { width, height } = await createImageBitmap(await (await fetch(image.currentSrc)).blob())
      return Math.max(image.clientWidth / width, image.clientHeight / height)
    })
    expect(enlarged).toBeLessThanOrEqual(1)
  },
)

it('on a phone the caption of the first picture is below it, and the first button is in the window', async () => {
  // A telephone of 390 × 844 whose browser shows its bars.
  const page = await visit(browser, site.url, { viewport: { width: 390, height: 664 }, reducedMotion: 'reduce' })
  const [picture, caption, button] = await boxesOf(page, ['.hero .picture', '.hero .note', '.hero .button'])
  expect(caption.top - picture.bottom).toBeLessThan(20)
  expect(button.top).toBeLessThan(664 - 24)
  // The pad hangs at the right of the picture.
  const kept = await page.locator('.hero img').evaluate((image) => getComputedStyle(image).objectPosition)
  expect(kept, 'part of the picture that a narrow crop keeps').toBe('100% 50%')
})

it('related documents are equally far apart, though a name takes two lines', async () => {
  const page = await open('/privacy')
  await page.setViewportSize({ width: 360, height: 800 })
  const gaps = await page.locator('.related a').evaluateAll((links) => {
    const lines = links.map((link) => {
      const text = document.createRange()
      text.selectNodeContents(link)
      return text.getBoundingClientRect()
    })
    return lines.slice(1).map(({ top }, index) => Math.round(top - (lines[index]?.bottom ?? 0)))
  })
  expect(gaps.length).toBeGreaterThan(1)
  expect(new Set(gaps).size).toBe(1)
})

it('on a phone the footer takes less than two and a half windows', async () => {
  const page = await open('/faq')
  await page.setViewportSize({ width: 390, height: 700 })
  const height = () => page.locator('.footer').evaluate((footer) => footer.clientHeight)
  await expect.poll(height).toBeLessThan(2.5 * 700)
})

it('a date field shows a focus ring around its calendar button', async () => {
  const page = await open('/ambassador')
  const field = page.locator('#ambassador-birth_date')
  await field.focus()
  // Day, month, year.
  for (let stop = 1; stop < 3; stop++) await page.keyboard.press('Tab')
  const width = await widthOfChange(field, () => page.keyboard.press('Tab'))
  expect(width, 'width of the change, which is that of the icon if the ring is missing').toBeGreaterThan(20)
})

it('forced colours show the calendar button of a date field', async () => {
  const page = await open('/ambassador')
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  const field = page.locator('#ambassador-birth_date')
  await field.scrollIntoViewIfNeeded()
  const width = await widthOfChange(field, () => field.evaluate((input: HTMLInputElement) => (input.type = 'text')))
  expect(width, 'width of the change when the button goes').toBeGreaterThan(10)
})

it('forced colours show the cross of a question and the play icon of the banner', async () => {
  const page = await open('/faq')
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  const question = page.locator('.question').first()
  const opened = () => question.evaluate((details: HTMLDetailsElement) => details.toggleAttribute('open'))
  const width = await widthOfChange(question.locator('summary'), opened)
  expect(width, 'width of the change at the right end of an opened question').toBeGreaterThan(0)
  await page.goto(site.url)
  const edges = await page.locator('#bandeau-pause').evaluate((box: HTMLInputElement) => {
    box.checked = true
    const { borderTopColor, borderLeftColor } = getComputedStyle(box)
    return [borderTopColor, borderLeftColor]
  })
  expect(edges, 'borders of the play icon').toEqual(['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)'])
})

it('text is shown before its fonts are loaded', async () => {
  const page = await open('/')
  const late = await page.evaluate(() => {
    const root = getComputedStyle(document.documentElement)
    const own = ['--font-text', '--font-display'].map((name) => root.getPropertyValue(name).split(',')[0]?.trim())
    return [...document.fonts].filter(({ family }) => own.includes(family)).map(({ display }) => display)
  })
  expect(new Set(late)).toEqual(new Set(['swap']))
})

it('text is larger in windows wider than 1,800 pixels', async () => {
  const page = await open('/about')
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
  await page.setViewportSize({ width: 1800, height: 900 })
  await expect.poll(size, { message: 'font size at 1,800 pixels' }).toBe(19)
  await page.setViewportSize({ width: 2560, height: 900 })
  await expect.poll(size, { message: 'font size at 2,560 pixels' }).toBeGreaterThan(1.25 * 19)
})

it('the title of the home page does not move when the text below it arrives', async () => {
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

it('on a phone the names of the delivery fees use the room that the fees leave', async () => {
  const page = await open('/shipping')
  await page.setViewportSize({ width: 360, height: 800 })
  const lines = await page.locator('tbody th').evaluateAll((names) =>
    names.map((name) => {
      const text = document.createRange()
      text.selectNodeContents(name)
      return new Set([...text.getClientRects()].map(({ top }) => top)).size
    }),
  )
  expect(Math.max(...lines), 'lines of the longest name').toBe(2)
})
