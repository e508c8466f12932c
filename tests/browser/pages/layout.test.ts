import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { misplaced } from '../boxes.ts'
import { browse, openTab } from '../browse.ts'
import { isHydrated, resizing, visit } from '../open-page.ts'

browse()

const open = async (path: string) => {
  const page = await openTab()
  await page.goto(path)
  return page
}

// The empty forms of all pages are in every-page.test.ts.
it('the error of a rule of its own fits beside the box of an ambassador of 16', async () => {
  const page = await open('/ambassador')
  const field = (id: string) => page.locator(`#ambassador-${id}`)
  await field('guardian_consent').focus()
  await isHydrated(page, 'ambassador')
  await field('birth_date').fill(`${new Date().getFullYear() - 16}-01-01`)
  await page.locator('#form-ambassador [type=submit]').click()
  await field('guardian_consent-error').waitFor()
  const resize = await resizing(page)
  for (const width of [320, 768, 1280]) {
    await resize(width)
    await expect.poll(() => misplaced(page), { message: `at ${width} pixels` }).toEqual([])
  }
})

it('on a phone the first window of the home page shows title, picture and button', async () => {
  // A telephone of 390 × 844 whose browser shows its bars.
  const page = await visit('/', { viewport: { width: 390, height: 664 }, reducedMotion: 'reduce' })
  const tops = ['h1', '.hero .picture', '.hero .button'].map((part) =>
    page
      .locator(part)
      .first()
      .evaluate((element) => element.getBoundingClientRect().top),
  )
  expect(Math.max(...(await Promise.all(tops))), 'top of the lowest').toBeLessThan(664 - 24)
})

/** True if the right end of an element looks different after an action. */
async function looksDifferent(element: Locator, act: () => Promise<unknown>): Promise<boolean> {
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not shown.')
  const clip = {
    x: box.x + Math.max(0, box.width - 60),
    y: box.y + 4,
    width: Math.min(60, box.width),
    height: box.height - 8,
  }
  const look = async () =>
    sharp(await element.page().screenshot({ clip }))
      .greyscale()
      .raw()
      .toBuffer()
  const before = await look()
  await act()
  const after = await look()
  return after.some((tone, at) => Math.abs(tone - (before[at] ?? tone)) > 64)
}
const inForcedColours = (page: Page) => page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })

it.each<[string, string, string, (element: Locator) => Promise<unknown>]>([
  ['the cross of an opened question', '/faq', '.question summary', (summary) => summary.click()],
  [
    'the button of a date field',
    '/ambassador',
    '#ambassador-birth_date',
    (field) => field.evaluate((input: HTMLInputElement) => (input.type = 'text')),
  ],
  ['the tick of a box', '/cookies', 'main input[type=checkbox]', (box) => box.check()],
])('forced colours show %s', async (_, path, selector, act) => {
  const page = await open(path)
  await inForcedColours(page)
  const element = page.locator(selector).first()
  expect(await looksDifferent(element, () => act(element))).toBe(true)
})

it.each(['/', '/devis'])('%s is as high without the styles of what is closed', async (path) => {
  const page = await open(path)
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const whole = await height()
  await page.route(/\/(calendar|form-answers|waitlist-popup)\.[^/]+\.css$/, (route) => route.abort())
  await page.reload()
  expect(await height()).toBe(whole)
})
