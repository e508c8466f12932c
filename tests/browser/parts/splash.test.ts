import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { FADE_IN_MS, SPLASH_MS } from '../../contract/figures.ts'
import { browse, openTab } from '../browse.ts'
import { axe } from '../harness.ts'
import { hurry, visit } from '../open-page.ts'

browse()

/** Opens a page as the first one of a session. */
const first = (path: string, options: Parameters<typeof visit>[1] = {}) => visit(path, { seen: [], ...options })

/** Makes the navigation seem to start ten minutes later, so that the splash stays up as long as a test needs. */
const standing = () => {
  Object.defineProperty(performance, 'now', { value: () => -600_000, writable: true })
  // Prevents the page from setting the start of the animation to that of the real navigation.
  Object.defineProperty(Animation.prototype, 'startTime', { set: () => {} })
}

/** Sets all animations to a time in milliseconds after the head arrived, pauses them, and returns the opacities. */
const at = (page: Page, ms: number) =>
  page.evaluate((ms) => {
    for (const animation of document.getAnimations()) {
      animation.pause()
      animation.currentTime = ms
    }
    const splash = document.querySelector('#splash') as Element
    const cover = splash.checkVisibility({ visibilityProperty: true }) ? Number(getComputedStyle(splash).opacity) : 0
    return { cover, content: Number(getComputedStyle(document.querySelector('main') as Element).opacity) }
  }, ms)
const isUp = (page: Page) => page.locator('#splash').isVisible()

it('the splash covers the content for 3 s from the navigation, then fades out for 0.5 s (specification §9 «Timings»)', async () => {
  // Its head arrives at once; the splash is paused where the page would set its start time.
  const before = () => {
    Object.defineProperty(performance, 'now', { value: () => 0 })
    Object.defineProperty(Animation.prototype, 'startTime', { set: Animation.prototype.pause })
  }
  const page = await first('/contact', { before })
  for (const ms of [0, SPLASH_MS - 1]) expect(await at(page, ms)).toEqual({ cover: 1, content: 1 })
  const half = await at(page, SPLASH_MS + FADE_IN_MS / 2)
  expect(half, 'the fading cover').toEqual({ cover: expect.closeTo(0.5, 0), content: 1 })
  expect(await at(page, SPLASH_MS + FADE_IN_MS)).toEqual({ cover: 0, content: 1 })

  // The first frame is late on a slow phone.
  const real = await first('/contact')
  const ends = () =>
    real.evaluate(() =>
      (document.querySelector('#splash') as Element)
        .getAnimations()
        .map(({ startTime, effect }) => Math.round(Number(startTime) + Number(effect?.getTiming().delay))),
    )
  await expect.poll(ends).toEqual([SPLASH_MS, SPLASH_MS])
})

it('the splash ends by itself if scripts cannot add event listeners', async () => {
  const before = () => {
    EventTarget.prototype.addEventListener = () => {}
  }
  const page = await first('about:blank', { before })
  await hurry(page, 10)
  await page.goto('/contact')
  expect(await page.locator('html').getAttribute('class')).toBe('splash')
  await page.locator('#splash').waitFor({ state: 'hidden' })
  expect(await page.locator('main').isVisible(), 'the content is shown').toBe(true)
})

it('the splash is shown once a session, not with reduced motion or without JavaScript', async () => {
  const page = await first('/contact', { before: standing })
  expect(await isUp(page), 'the splash of the first page').toBe(true)
  await page.goto('/terms')
  expect(await isUp(page), 'a splash on the next page').toBe(false)

  const still = await first('/contact', { reducedMotion: 'reduce', before: standing })
  expect(await isUp(still), 'a splash with reduced motion').toBe(false)
  const plain = await first('/contact', { javaScriptEnabled: false })
  expect(await isUp(plain), 'a splash without JavaScript').toBe(false)
  expect(await plain.locator('h1').isVisible(), 'the title is shown without JavaScript').toBe(true)
})

it('the splash has three dots, says only its «Passer», does not take the focus, and covers content that is read out', async () => {
  const page = await first('/contact', { before: standing })
  expect(await page.locator('#splash .splash-dots span').count(), 'dots of the splash').toBe(3)
  // Painting them without a graphics card takes most of the time.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.pause()
  })
  const pressed = await page.evaluate(
    () => document.elementFromPoint(innerWidth / 2, innerHeight / 4)?.closest('[id]')?.id,
  )
  expect(pressed, 'element that a press on the splash reaches').toBe('splash')
  expect(await page.locator('#splash').ariaSnapshot()).toBe('- region "Hera":\n  - button "Passer"')
  expect(await axe(page, '#splash'), 'axe findings').toEqual([])
  const read = await page.locator('body').ariaSnapshot()
  for (const role of ['navigation', 'main', 'heading', 'textbox', 'contentinfo']) expect(read).toContain(`- ${role}`)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Aller au contenu')
})

it('the splash ends on a click, on «Passer» and on a key', async () => {
  const page = await openTab({ reducedMotion: 'no-preference' }, [])
  await page.addInitScript(standing)
  const gestures = {
    click: () => page.mouse.click(20, 20),
    // Like a screen reader, without a pointer event.
    'press of «Passer»': () => page.getByRole('button', { name: 'Passer' }).dispatchEvent('click'),
    key: () => page.keyboard.press('Shift'),
  }
  for (const [what, gesture] of Object.entries(gestures)) {
    await page.goto('/robots.txt')
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/contact')
    expect(await isUp(page), 'the splash is up').toBe(true)
    await gesture()
    await expect.poll(() => page.locator('html').getAttribute('class'), { message: `gone after a ${what}` }).toBe('')
    expect(await isUp(page), 'the splash has gone').toBe(false)
  }
})
