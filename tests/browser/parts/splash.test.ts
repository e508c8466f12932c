import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { trackers } from '../../../src/browser/storage.ts'
import { FADE_IN_MS, SPLASH_MS } from '../../contract/figures.ts'
import { browse, browser, site } from '../browse.ts'
import { axe } from '../harness.ts'
import { visit } from '../living.ts'
import { openTab } from '../tab.ts'

browse()

/** A navigation that seems to have begun a minute ahead: the splash stands for as long as any machine needs to look at it. */
const standing = () => {
  Object.defineProperty(performance, 'now', { value: () => -60_000 })
  // The page cannot move the beginning of its animation to that of the true navigation.
  Object.defineProperty(Animation.prototype, 'startTime', { set: () => {} })
}

/** A tab whose splash stands; each test begins a session of its own. */
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
 * Opens a page whose head comes so long after the start of the navigation, in milliseconds. Its splash stands still from
 * its first frame, where the page would count it from the navigation: the machine may take any time to look at it.
 */
const arriveAfter = (ms: 0 | 2000 | 3000) => {
  const lines = {
    0: () => {
      Object.defineProperty(performance, 'now', { value: () => 0 })
      Object.defineProperty(Animation.prototype, 'startTime', { set: Animation.prototype.pause })
    },
    2000: () => {
      Object.defineProperty(performance, 'now', { value: () => 2000 })
      Object.defineProperty(Animation.prototype, 'startTime', { set: Animation.prototype.pause })
    },
    3000: () => {
      Object.defineProperty(performance, 'now', { value: () => 3000 })
      Object.defineProperty(Animation.prototype, 'startTime', { set: Animation.prototype.pause })
    },
  }
  return visit(browser, `${site.url}/contact`, { before: lines[ms] })
}

/** What is to be seen so long after the head has come; the animations stand still there. */
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
  it('stands for 3 s, then its cover fades off the content for 0.5 s (specification §9 «Timings»)', async () => {
    const page = await arriveAfter(0)
    expect(await at(page, 0)).toEqual({ cover: 1, content: 1 })
    expect(await at(page, SPLASH_MS - 1)).toEqual({ cover: 1, content: 1 })
    const half = await at(page, SPLASH_MS + FADE_IN_MS / 2)
    expect(half.content, 'the content beneath the fading cover').toBe(1)
    expect(half.cover).toBeGreaterThan(0)
    expect(half.cover).toBeLessThan(1)
    expect(await at(page, SPLASH_MS + FADE_IN_MS)).toEqual({ cover: 0, content: 1 })
  })

  it('counts the time that the line has taken, and does not come when that was all of it', async () => {
    const late = await arriveAfter(2000)
    expect(await at(late, SPLASH_MS - 2001)).toEqual({ cover: 1, content: 1 })
    expect(await at(late, SPLASH_MS - 2000 + FADE_IN_MS)).toEqual({ cover: 0, content: 1 })
    expect(await isUp(await arriveAfter(3000)), 'no splash where the line took all its time').toBe(false)
  })

  it('counts from the navigation, not from the first frame, which a slow phone draws late', async () => {
    const page = await visit(browser, `${site.url}/contact`)
    const ends = () =>
      page.evaluate(() =>
        (document.querySelector('#splash') as Element).getAnimations().map(({ startTime, effect }) => {
          return Math.round(Number(startTime) + (effect?.getTiming().delay ?? Number.NaN))
        }),
      )
    await expect.poll(ends).toEqual([SPLASH_MS, SPLASH_MS])
  })

  it('ends by itself when no script can listen to anything', async () => {
    const before = () => {
      EventTarget.prototype.addEventListener = () => {}
    }
    const page = await visit(browser, `${site.url}/contact`, { before })
    expect(await page.locator('html').getAttribute('class')).toBe('splash')
    await page.locator('#splash').waitFor({ state: 'hidden' })
    expect(await page.locator('main').isVisible(), 'the content is shown').toBe(true)
  })

  it('has three dots and says one thing: that it can be passed, without taking the focus', async () => {
    await begin()
    expect(await page.locator('#splash .splash-dots span').count(), 'dots of the splash').toBe(3)
    expect(await page.locator('#splash').ariaSnapshot()).toBe('- region "Hera":\n  - button "Passer"')
    expect(await axe(page), 'faults of accessibility').toEqual([])
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Aller au contenu')
  })

  it('lies over content that is painted and read out; is on the first page of a session, not on the next ones', async () => {
    await begin()
    // A browser reports when that was, not when the cover has gone.
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
    const session = await page.context().newCDPSession(page)
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    const roles = nodes.filter(({ ignored }) => !ignored).map(({ role }) => role?.value)
    expect(roles).toEqual(expect.arrayContaining(['navigation', 'main', 'heading', 'textbox', 'contentinfo']))
    await page.goto(`${site.url}/terms`)
    expect(await isUp(page), 'no splash on the next page').toBe(false)
    await page.reload()
    expect(await isUp(page), 'no splash when the page is loaded again').toBe(false)
  })

  it('does not show in a tab opened from the site, nor where the session has seen it', async () => {
    const first = await visit(browser, `${site.url}/contact`, { flags: [trackers.splash.key], before: standing })
    expect(await isUp(first), 'no splash where the session has seen it').toBe(false)
    const tab = await first.context().newPage()
    await tab.addInitScript(standing)
    await tab.goto(first.url(), { referer: first.url() })
    expect(await isUp(tab), 'no splash in a tab opened from the site').toBe(false)
  })

  it('does not show with reduced motion, nor without JavaScript', async () => {
    const still = await visit(browser, `${site.url}/contact`, { reducedMotion: 'reduce', before: standing })
    expect(await isUp(still), 'no splash with reduced motion').toBe(false)
    const plain = await visit(browser, `${site.url}/contact`, { javaScriptEnabled: false })
    expect(await isUp(plain), 'no splash without JavaScript').toBe(false)
    expect(await plain.locator('h1').isVisible(), 'the title is shown without JavaScript').toBe(true)
  })

  const gestures: Record<string, (page: Page) => Promise<void>> = {
    click: (page) => page.mouse.click(20, 20),
    // As a screen reader presses it: no pointer comes down.
    'press of «Passer»': (page) => page.getByRole('button', { name: 'Passer' }).dispatchEvent('click'),
    key: (page) => page.keyboard.press('Shift'),
    scroll: (page) => page.mouse.wheel(0, 200),
  }
  it.each(Object.entries(gestures))('ends at a %s', async (_, gesture) => {
    await begin()
    await gesture(page)
    await expect.poll(() => isUp(page), { message: 'the splash has gone' }).toBe(false)
    await expect.poll(() => page.locator('html').getAttribute('class')).toBe('')
  })
})
