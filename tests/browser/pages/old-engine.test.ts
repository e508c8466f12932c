import { globSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageRoutes } from '../../support/routes.ts'
import { valid } from '../../support/samples.ts'
import { browse, browser, openTab, site } from '../browse.ts'
import { broken, cannotBeOpened } from '../checks.ts'
import { launchOld } from '../harness.ts'
import { fillForm, isHydrated, resizing, visit, withoutPictures } from '../open-page.ts'

browse(launchOld)

const PHONE = { viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' } as const
const open = (path: string, options: Parameters<typeof visit>[1] = {}) => visit(path, { ...PHONE, ...options })

/** True if the title is visible and not covered, and the page does not overflow to the right. */
const isReadable = (page: Page) =>
  page.evaluate(() => {
    const title = document.querySelector('h1') as Element
    title.scrollIntoView({ block: 'center' })
    const { left, top, height } = title.getBoundingClientRect()
    const seen = document.elementFromPoint(left + 20, top + height / 2)
    return title.contains(seen) && document.documentElement.scrollWidth <= innerWidth
  })

describe.each([true, false])('Chromium 109, scripts: %s', (javaScriptEnabled) => {
  let page: Page
  let resize: Awaited<ReturnType<typeof resizing>>
  const errors: string[] = []
  beforeAll(async () => {
    page = await openTab({ ...PHONE, javaScriptEnabled })
    resize = await resizing(page)
    await withoutPictures(page)
    page.on('pageerror', ({ message }) => errors.push(message))
    expect(browser.version()).toMatch(/^109\./)
  })
  afterAll(() => page?.close())

  it.each(pageRoutes())('%s is readable, narrow and wide', async (path) => {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    for (const width of [360, 1280]) {
      await resize(width)
      await expect.poll(() => isReadable(page), { message: `${path} at ${width}` }).toBe(true)
      expect(await broken(page, cannotBeOpened), `details that cannot be opened at ${width}`).toEqual([])
    }
    expect(errors.splice(0), 'errors on the page').toEqual([])
  })

  it('the menu opens and closes, and closes at a link; without a script, or in a wide window, its links are shown', async () => {
    const page = await open('/', { javaScriptEnabled })
    const [toggle, link] = [page.getByRole('button', { name: 'Menu' }), page.locator('#menu a[href="#concours"]')]
    if (javaScriptEnabled) {
      await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false')
      for (const isOpen of [true, false, true]) {
        await toggle.click()
        expect(await link.isVisible(), 'the menu is open').toBe(isOpen)
      }
      await link.click()
      expect(await link.isVisible(), 'the menu is closed at a link').toBe(false)
      expect(new URL(page.url()).hash).toBe('#concours')
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    await expect.poll(() => link.isVisible(), { message: 'the links are shown' }).toBe(true)
    expect(await page.locator('.toggle').isVisible(), 'a button without use').toBe(false)
  })
})

it('Chromium 109 sends a form without leaving the page, also without TLS', async () => {
  const page = await open('/contact', { before: () => Reflect.deleteProperty(Crypto.prototype, 'randomUUID') })
  await page.locator('#contact-name').focus()
  const form = page.locator('#form-contact')
  await isHydrated(page, 'contact')
  await fillForm(page, 'contact', { ...valid.contact, email: 'ancienne@exemple.fr' })
  await form.locator('[type=submit]').click()
  await expect.poll(() => form.locator('[role=status]').textContent()).toContain('Merci pour votre message.')
  const stored = site.rows('contact_messages').filter(({ email }) => email === 'ancienne@exemple.fr')
  expect(stored, 'stored rows').toHaveLength(1)
})

it('media queries contain no range syntax, which Safari 15.4 does not support', () => {
  const files = globSync('dist/client/**/*.{html,css}')
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) expect(readFileSync(file, 'utf8'), file).not.toMatch(/@media[^{};]*[<>]/)
})
