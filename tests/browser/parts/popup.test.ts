import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { trackers } from '../../../src/browser/storage.ts'
import { POPUP_CLOSE_MS, POPUP_DELAY_MS } from '../../contract/figures.ts'
import { browse, browser, site } from '../browse.ts'
import { axe } from '../harness.ts'
import { alive, awaken, hold, visitWithClock } from '../living.ts'

const SUCCESS = /Inscription réussie.*Vous serez notifié dès que les tapis seront disponibles\./
const FAILURE = 'Une erreur est survenue. Veuillez réessayer ou nous contacter directement.'
const FIELD = '#popup input[type=email]'
const SPLASH = trackers.splash.key

browse()

async function home(flags: readonly string[] = [SPLASH], options = {}) {
  const page = await visitWithClock(browser, `${site.url}/`, { flags, reducedMotion: 'reduce', ...options })
  await awaken(page)
  return page
}
const isOpen = (page: Page) => page.locator('#popup').evaluate((dialog: HTMLDialogElement) => dialog.open)
const flag = (page: Page) => page.evaluate((key) => sessionStorage.getItem(key), trackers.popup.key)
async function opened(): Promise<Page> {
  const page = await home()
  await page.clock.runFor(POPUP_DELAY_MS)
  expect(await isOpen(page), 'the popup is open').toBe(true)
  return page
}
/** Opens the popup and sends an address once the form is React's. */
async function send(page: Page, email = 'lea@exemple.fr') {
  await alive(page, 'popup')
  await page.locator(FIELD).fill(email)
  await page.locator('#popup button[type=submit]').click()
}

describe('the waitlist popup', () => {
  it('opens 7 s after the load event, not before (specification §9 «Timings»)', async () => {
    const page = await home()
    await page.clock.runFor(POPUP_DELAY_MS - 1)
    expect(await isOpen(page), 'the popup is closed a millisecond before').toBe(false)
    await page.clock.runFor(1)
    expect(await isOpen(page), 'the popup opens on time').toBe(true)
  })

  it('fits a small phone whole, its button in view', async () => {
    const page = await home([SPLASH], { viewport: { width: 360, height: 640 } })
    await page.clock.runFor(POPUP_DELAY_MS)
    const { scrollHeight, clientHeight } = await page
      .locator('#popup')
      .evaluate(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight }))
    expect(scrollHeight).toBeLessThanOrEqual(clientHeight)
    const button = await page.locator('#popup button[type=submit]').boundingBox()
    expect((button?.y ?? 640) + (button?.height ?? 0)).toBeLessThanOrEqual(640)
  })

  it('fetches React only once the browser is idle', async () => {
    const page = await visitWithClock(browser, `${site.url}/`, { flags: [SPLASH] })
    const scripts = () =>
      page.evaluate(
        () => [...document.scripts].length > 0 && performance.getEntriesByType('resource').map(({ name }) => name),
      )
    await page.waitForTimeout(500)
    expect(await scripts()).not.toEqual(expect.arrayContaining([expect.stringMatching(/react/)]))
    await awaken(page)
  })

  it('does not open where this session has closed it, nor on another page', async () => {
    const seen = await home([SPLASH, trackers.popup.key])
    await seen.clock.runFor(10 * POPUP_DELAY_MS)
    expect(await isOpen(seen), 'the popup stays closed in this session').toBe(false)
    await seen.goto(`${site.url}/contact`)
    expect(await seen.locator('dialog').count(), 'popups on another page').toBe(0)
  })

  const ways: Record<string, (page: Page) => Promise<void>> = {
    'its button': (page) => page.getByRole('button', { name: 'Fermer' }).first().click(),
    Esc: (page) => page.keyboard.press('Escape'),
    'the backdrop': (page) => page.mouse.click(5, 400),
  }
  it.each(Object.entries(ways))('is closed by %s, for this session', async (_, close) => {
    const page = await opened()
    expect(await flag(page), 'the mark of the session').toBe(null)
    await close(page)
    await expect.poll(() => isOpen(page), { message: 'the popup is closed' }).toBe(false)
    await expect.poll(() => flag(page), { message: 'the mark of the session' }).toBe('1')
    await page.reload()
    await awaken(page)
    await page.clock.runFor(2 * POPUP_DELAY_MS)
    expect(await isOpen(page), 'the popup stays closed after a reload').toBe(false)
  })

  it('takes the focus and gives it back', async () => {
    const page = await home()
    await page.locator('header a').first().focus()
    await page.clock.runFor(POPUP_DELAY_MS)
    const inside = () => page.evaluate(() => document.activeElement?.closest('#popup') !== null)
    expect(await inside(), 'the focus is in the popup').toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(inside, { message: 'the focus has left the popup' }).toBe(false)
    expect(await page.evaluate(() => document.activeElement?.closest('header') !== null), 'focus given back').toBe(true)
  })

  it('waits while a form is being filled', async () => {
    const page = await home()
    await page.locator('#newsletter-email').focus()
    await page.keyboard.type('lea')
    await page.clock.runFor(2 * POPUP_DELAY_MS)
    expect(await isOpen(page), 'the popup waits for who fills a form').toBe(false)
    await page.locator('#newsletter-email').blur()
    await page.clock.runFor(1000)
    expect(await isOpen(page), 'the popup opens once the form is left').toBe(true)
  })

  it('waits while a form is being sent', async () => {
    const page = await home()
    const answer = await hold(page, '**/formulaires/newsletter')
    await page.locator('#newsletter-email').focus()
    await alive(page, 'newsletter')
    await page.keyboard.type('lettre@exemple.fr')
    await page.locator('#form-newsletter button[type=submit]').click()
    await page.locator('#form-newsletter[aria-busy=true]').waitFor()
    await page.clock.runFor(2 * POPUP_DELAY_MS)
    expect(await isOpen(page), 'the popup waits for the answer').toBe(false)
    answer()
  })

  it('stays open after a success that asks for a last step by e-mail', async () => {
    const page = await opened()
    const message = 'Inscription réussie. Dernier geste : ouvrez l’e-mail que nous venons de vous envoyer.'
    await page.route('**/formulaires/waitlist', (route) =>
      route.fulfill({ status: 201, json: { message, reference: 'W-0000-0000' } }),
    )
    await send(page, 'confirmer@exemple.fr')
    await expect.poll(() => page.locator('#popup .form-success').innerText()).toContain('Dernier geste')
    await page.clock.runFor(3 * POPUP_CLOSE_MS)
    expect(await isOpen(page), 'the popup stays open').toBe(true)
  })

  it('says what came of an address when it was closed while it was being sent', async () => {
    const page = await opened()
    const answer = await hold(page, '**/formulaires/waitlist')
    await send(page, 'parti@exemple.fr')
    await page.locator('#form-popup[aria-busy=true]').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => isOpen(page), { message: 'the popup is closed' }).toBe(false)
    answer()
    await expect.poll(() => page.locator('.joined [role=status]').innerText()).toMatch(SUCCESS)
  })

  it('says that it failed when it was closed before that was known', async () => {
    const page = await opened()
    let fail = () => {}
    const asked = page.waitForRequest('**/formulaires/waitlist')
    await page.route('**/formulaires/waitlist', (route) => {
      fail = () => route.abort()
    })
    await send(page, 'parti@exemple.fr')
    await asked
    await page.keyboard.press('Escape')
    await expect.poll(() => isOpen(page), { message: 'the popup is closed' }).toBe(false)
    fail()
    await page.clock.resume()
    const note = page.locator('.joined [role=status]')
    await expect.poll(() => note.innerText()).toBe(FAILURE)
    const colour = (element: Element) => getComputedStyle(element).color
    const red = await page.locator('#popup .form-error').evaluate(colour)
    await expect.poll(() => note.evaluate(colour)).toBe(red)
  })

  it('stays when its own rim is pressed', async () => {
    const page = await opened()
    const box = await page.locator('#popup').boundingBox()
    await page.mouse.click((box?.x ?? 0) + 3, (box?.y ?? 0) + 100)
    expect(await isOpen(page), 'the popup stays open').toBe(true)
  })

  it('waits while the menu or the calendar is open', async () => {
    const page = await home([SPLASH], { viewport: { width: 360, height: 740 } })
    for (const id of ['menu', 'calendrier']) {
      await page.locator(`[popovertarget=${id}]`).first().click()
      await page.clock.runFor(2 * POPUP_DELAY_MS)
      expect(await isOpen(page), `the popup waits for ${id}`).toBe(false)
      await page.keyboard.press('Escape')
    }
    await page.clock.runFor(1000)
    expect(await isOpen(page), 'the popup opens once both are closed').toBe(true)
  })

  it('waits while the splash is up', async () => {
    // The splash is CSS and follows no script's clock: it stands still from its first frame, and nothing moves its beginning.
    const before = () => {
      const still = new CSSStyleSheet()
      still.replaceSync('#splash { animation-play-state: paused !important; }')
      document.adoptedStyleSheets = [still]
      Object.defineProperty(Animation.prototype, 'startTime', { set: () => {} })
    }
    const page = await home([], { reducedMotion: 'no-preference', before })
    await page.clock.runFor(2 * POPUP_DELAY_MS)
    expect(await isOpen(page), 'the popup waits for the splash').toBe(false)
    await page.locator('#splash').evaluate((splash) => {
      for (const animation of splash.getAnimations()) animation.finish()
    })
    await expect.poll(() => page.locator('html').getAttribute('class')).toBe('')
    await page.clock.runFor(1000)
    expect(await isOpen(page), 'the popup opens after the splash').toBe(true)
  })

  it('says that the address is stored, closes 2 s later and goes on saying it (specification §9 «Timings»)', async () => {
    const page = await opened()
    await send(page)
    await expect.poll(() => page.locator('#popup [role=status]').innerText()).toMatch(SUCCESS)
    expect(site.rows<{ email: string }>('waitlist_signups').map(({ email }) => email)).toContain('lea@exemple.fr')
    expect(await flag(page), 'the mark of the session').toBe('1')
    await page.clock.runFor(POPUP_CLOSE_MS - 1)
    expect(await isOpen(page), 'the popup is open a millisecond before').toBe(true)
    await page.clock.runFor(1)
    expect(await isOpen(page), 'the popup closes on time').toBe(false)
    const note = page.locator('.joined')
    await expect.poll(() => note.locator('[role=status]').innerText()).toMatch(SUCCESS)
    expect(await note.isVisible(), 'the note is shown').toBe(true)
    await note.getByRole('button', { name: 'Fermer' }).click()
    expect(await note.innerText()).toBe('')
  })

  it('says that it failed, stays open and keeps the address', async () => {
    const page = await opened()
    await page.route('**/formulaires/waitlist', (route) => route.abort())
    await send(page, 'zoe@exemple.fr')
    await expect.poll(() => page.locator('#popup [role=alert]').innerText()).toBe(FAILURE)
    await page.clock.runFor(2 * POPUP_CLOSE_MS)
    expect(await isOpen(page), 'the popup stays open').toBe(true)
    expect(await page.locator(FIELD).inputValue()).toBe('zoe@exemple.fr')
    expect(await flag(page), 'the mark of the session').toBe(null)
  })

  it('has nothing that axe finds wrong, open', async () => {
    const page = await opened()
    await page.clock.resume()
    expect(await axe(page), 'faults of accessibility').toEqual([])
  })
})
