import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { trackers } from '../../../src/browser/storage.ts'
import { FADE_IN_MS, SPLASH_MS } from '../../contract/figures.ts'
import { browse, browser, openTab, site } from '../browse.ts'
import { axe } from '../harness.ts'
import { visit } from '../open-page.ts'

browse()

/** Makes the navigation seem to start a minute later, so that the splash stays up as long as a test needs. */
const standing = () => {
  Object.defineProperty(performance, 'now', { value: () => -60_000, writable: true })
  // Prevents the page from setting the start of the animation to that of the real navigation.
  Object.defineProperty(Animation.prototype, 'startTime', { set: () => {} })
}

/** A tab whose splash stays up; begin() starts a new session. */
let page: Page
beforeAll(async () => {
  page = await openTab({ reducedMotion: 'no-preference' })
  await page.addInitScript(standing)
})
const begin = async () => {
  await page.goto(`${site.url}/robots.txt`)
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`${site.url}/contact`)
  expect(await isUp(page), 'the splash is up').toBe(true)
}

/**
 * Opens a page whose head arrives a time in milliseconds after the start of the navigation. The splash is paused
 * where the page would set its start time, so that a slow machine does not matter.
 */
const arriveAfter = (ms: number) =>
  visit(browser, `${site.url}/contact`, {
    before: `Object.defineProperty(performance, 'now', { value: () => ${ms} })
      Object.defineProperty(Animation.prototype, 'startTime', { set: Animation.prototype.pause })`,
  })

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

describe('the splash', () => {
  it('covers the content for 3 s, then fades out for 0.5 s (specification §9 «Timings»)', async () => {
    const page = await arriveAfter(0)
    expect(await at(page, 0)).toEqual({ cover: 1, content: 1 })
    expect(await at(page, SPLASH_MS - 1)).toEqual({ cover: 1, content: 1 })
    const half = await at(page, SPLASH_MS + FADE_IN_MS / 2)
    expect(half.content, 'the content beneath the fading cover').toBe(1)
    expect(half.cover).toBeGreaterThan(0)
    expect(half.cover).toBeLessThan(1)
    expect(await at(page, SPLASH_MS + FADE_IN_MS)).toEqual({ cover: 0, content: 1 })
  })

  it('is shortened by the time until the head arrives, and is not shown after 3 s', async () => {
    const late = await arriveAfter(2000)
    expect(await at(late, SPLASH_MS - 2001)).toEqual({ cover: 1, content: 1 })
    expect(await at(late, SPLASH_MS - 2000 + FADE_IN_MS)).toEqual({ cover: 0, content: 1 })
    expect(await isUp(await arriveAfter(3000)), 'no splash if the head arrives after 3 s').toBe(false)
  })

  it('is timed from the navigation, not from the first frame, which is late on a slow phone', async () => {
    const page = await visit(browser, `${site.url}/contact`)
    const ends = () =>
      page.evaluate(() =>
        (document.querySelector('#splash') as Element).getAnimations().map(({ startTime, effect }) => {
          return Math.round(Number(startTime) + (effect?.getTiming().delay ?? Number.NaN))
        }),
      )
    await expect.poll(ends).toEqual([SPLASH_MS, SPLASH_MS])
  })

  it('ends by itself if scripts cannot add event listeners', async () => {
    const before = () => {
      EventTarget.prototype.addEventListener = () => {}
    }
    const page = await visit(browser, `${site.url}/contact`, { before })
    expect(await page.locator('html').getAttribute('class')).toBe('splash')
    await page.locator('#splash').waitFor({ state: 'hidden' })
    expect(await page.locator('main').isVisible(), 'the content is shown').toBe(true)
  })

  it('has three dots, says only its «Passer», does not take the focus, and covers content that is painted and read out', async () => {
    await begin()
    expect(await page.locator('#splash .splash-dots span').count(), 'dots of the splash').toBe(3)
    const pressed = await page.evaluate(
      () => document.elementFromPoint(innerWidth / 2, innerHeight / 4)?.closest('[id]')?.id,
    )
    expect(pressed, 'element that a press on the splash reaches').toBe('splash')
    expect(await page.locator('#splash').ariaSnapshot()).toBe('- region "Hera":\n  - button "Passer"')
    expect(await axe(page), 'axe findings').toEqual([])
    const read = await page.locator('body').ariaSnapshot()
    for (const role of ['navigation', 'main', 'heading', 'textbox', 'contentinfo']) expect(read).toContain(`- ${role}`)
    // Largest Contentful Paint is that of the content under the splash, not the end of the splash.
    const largest = await page.evaluate(
      () =>
        new Promise<string | undefined>((resolve) => {
          new PerformanceObserver((list) => {
            const { element } = list.getEntries().at(-1) as unknown as { element: Element | null }
            if (element?.closest('main')) resolve(element.closest('main')?.id)
          }).observe({ type: 'largest-contentful-paint', buffered: true })
        }),
    )
    expect([await isUp(page), largest]).toEqual([true, 'contenu'])
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Aller au contenu')
  })

  it('is shown on the first page of a session only', async () => {
    await begin()
    await page.goto(`${site.url}/terms`)
    expect(await isUp(page), 'a splash on the next page').toBe(false)
    await page.reload()
    expect(await isUp(page), 'a splash when the page is loaded again').toBe(false)
  })

  it('is not shown in a tab opened from the site, nor if the session has seen it', async () => {
    const first = await visit(browser, `${site.url}/contact`, { flags: [trackers.splash.key], before: standing })
    expect(await isUp(first), 'no splash if the session has seen it').toBe(false)
    const tab = await first.context().newPage()
    await tab.addInitScript(standing)
    await tab.goto(first.url(), { referer: first.url() })
    expect(await isUp(tab), 'no splash in a tab opened from the site').toBe(false)
  })

  it('is not shown with reduced motion, nor without JavaScript', async () => {
    const still = await visit(browser, `${site.url}/contact`, { reducedMotion: 'reduce', before: standing })
    expect(await isUp(still), 'no splash with reduced motion').toBe(false)
    const plain = await visit(browser, `${site.url}/contact`, { javaScriptEnabled: false })
    expect(await isUp(plain), 'no splash without JavaScript').toBe(false)
    expect(await plain.locator('h1').isVisible(), 'the title is shown without JavaScript').toBe(true)
  })

  const gestures: Record<string, (page: Page) => Promise<void>> = {
    click: (page) => page.mouse.click(20, 20),
    // Like a screen reader, without a pointer event.
    'press of «Passer»': (page) => page.getByRole('button', { name: 'Passer' }).dispatchEvent('click'),
    key: (page) => page.keyboard.press('Shift'),
    scroll: (page) => page.mouse.wheel(0, 200),
  }
  it.each(Object.entries(gestures))('ends on a %s', async (_, gesture) => {
    await begin()
    const end = () => page.locator('html').getAttribute('style')
    const planned = await end()
    await gesture(page)
    await expect.poll(end, { message: 'the gesture moves the end of the splash' }).not.toBe(planned)
    const first = await end()
    await page.evaluate(() => Object.assign(performance, { now: () => -59_000 }))
    await page.keyboard.press('Alt')
    expect(await end(), 'the end of the splash after another gesture').toBe(first)
    await expect.poll(() => isUp(page), { message: 'the splash has gone' }).toBe(false)
    await expect.poll(() => page.locator('html').getAttribute('class')).toBe('')
  })
})
