import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { trackers } from '../../../src/browser/storage.ts'
import { POPUP_CLOSE_MS, POPUP_DELAY_MS } from '../../contract/figures.ts'
import { misplaced } from '../boxes.ts'
import { browse, openTab, site } from '../browse.ts'
import { axe } from '../harness.ts'
import { hold, hydratePopup, isHydrated, visitWithClock, withoutPictures } from '../open-page.ts'

const SUCCESS = /Inscription réussie.*Vous serez notifié dès que les tapis seront disponibles\./
const FAILURE = 'Une erreur est survenue. Veuillez réessayer ou nous contacter directement.'
const FIELD = '#popup input[type=email]'
const WIDE = { width: 1280, height: 800 }
const START = Date.parse('2026-11-21T10:00:00Z')

browse()

let page: Page
beforeAll(async () => {
  page = await openTab({ viewport: WIDE }, [trackers.splash.key])
  await withoutPictures(page)
  await page.clock.install({ time: START })
  await page.clock.pauseAt(START + 1000)
})
/** Each test begins a new session. */
afterEach(async () => {
  await page.unrouteAll()
  await page.evaluate(() => sessionStorage.clear())
})

async function home() {
  await page.goto('/')
  await hydratePopup(page)
}
const isOpen = (seen = page) => seen.locator('#popup').evaluate((dialog: HTMLDialogElement) => dialog.open)
const flag = () => page.evaluate((key) => sessionStorage.getItem(key), trackers.popup.key)
async function opened(): Promise<void> {
  await home()
  await page.clock.runFor(POPUP_DELAY_MS)
  expect(await isOpen(), 'the popup is open').toBe(true)
}
async function expectClosed(): Promise<void> {
  await expect.poll(() => isOpen(), { message: 'the popup is closed' }).toBe(false)
  await expect.poll(flag, { message: 'seen flag of the session' }).toBe('1')
}
const blur = () => page.evaluate(() => (document.activeElement as HTMLElement).blur())
/** Sends an address once the form is hydrated. */
async function send(email = 'lia.popup@exemple.fr') {
  await isHydrated(page, 'popup')
  await page.locator(FIELD).fill(email)
  await page.locator('#popup button[type=submit]').click()
}

describe('the waitlist popup', () => {
  it('fetches React only when it is due, and opens 7 s after the load event, not before (specification §9 «Timings»)', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const react = expect.arrayContaining([expect.stringMatching(/react/)])
    // Another visit of the shared site would make the counter fetch React.
    await page.route('**/api/presence', (route) => route.fulfill({ json: { count: 1 } }))
    await page.goto('/', { waitUntil: 'networkidle' })
    await page.clock.runFor(POPUP_DELAY_MS / 2)
    expect(asked).not.toEqual(react)
    await page.clock.runFor(POPUP_DELAY_MS / 4)
    await isHydrated(page, 'popup')
    expect(asked).toEqual(react)

    await home()
    await page.clock.runFor(POPUP_DELAY_MS - 1)
    expect(await isOpen(), 'the popup is closed a millisecond before').toBe(false)
    await page.clock.runFor(1)
    expect(await isOpen(), 'the popup opens on time').toBe(true)
  })

  it('takes the focus, returns it on Esc, opens once per session, and only on the home page', async () => {
    await home()
    await page.locator('header a').first().focus()
    await page.clock.runFor(POPUP_DELAY_MS)
    const inside = () => page.evaluate(() => document.activeElement?.closest('#popup') !== null)
    expect(await inside(), 'the focus is in the popup').toBe(true)
    expect(await flag(), 'seen flag of the session').toBe(null)
    await page.keyboard.press('Escape')
    await expectClosed()
    expect(await page.evaluate(() => document.activeElement?.closest('header') !== null), 'focus given back').toBe(true)
    await page.reload()
    await hydratePopup(page)
    await page.clock.runFor(10 * POPUP_DELAY_MS)
    expect(await isOpen(), 'the popup stays closed in this session').toBe(false)
    await page.goto('/contact')
    expect(await page.locator('dialog').count(), 'popups on another page').toBe(0)
  })

  it('is closed by a press outside, not by one on its own edge', async () => {
    await opened()
    const box = await page.locator('#popup').boundingBox()
    await page.mouse.click((box?.x ?? 0) + 3, (box?.y ?? 0) + 100)
    expect(await isOpen(), 'the popup stays open').toBe(true)
    await page.locator('#popup h2').hover()
    await page.mouse.down()
    await page.mouse.move(5, 400)
    await page.mouse.up()
    expect(await isOpen(), 'the popup stays open when a selection ends outside').toBe(true)
    await page.mouse.click(5, 400)
    await expectClosed()
  })

  it('waits while the menu, the calendar or a form is in use, and is closed by its button', async () => {
    await page.setViewportSize({ width: 360, height: 640 })
    await home()
    const waits = async (what: string) => {
      await page.clock.runFor(2 * POPUP_DELAY_MS)
      expect(await isOpen(), `the popup is open in spite of ${what}`).toBe(false)
    }
    for (const id of ['menu', 'calendrier']) {
      await page.locator(`[popovertarget=${id}]`).first().click()
      await waits(id)
      await page.keyboard.press('Escape')
    }
    const answer = await hold(page, '**/formulaires/newsletter')
    await page.locator('#newsletter-email').focus()
    await isHydrated(page, 'newsletter')
    await page.keyboard.type('lettre@exemple.fr')
    await waits('a form that is filled in')
    await page.locator('#form-newsletter button[type=submit]').click()
    await page.locator('#form-newsletter[aria-busy=true]').waitFor()
    await blur()
    await waits('a form that is sent')
    answer()
    await page.locator('#form-newsletter[aria-busy=false]').waitFor()
    await blur()
    await page.clock.runFor(1000)
    expect(await isOpen(), 'the popup opens once the form is left').toBe(true)
    await page.getByRole('button', { name: 'Fermer' }).first().click()
    await expectClosed()
    await page.setViewportSize(WIDE)
  })

  it('waits while the form of the same list is in the window', async () => {
    await home()
    await page.locator('#form-waitlist').scrollIntoViewIfNeeded()
    await page.clock.runFor(2 * POPUP_DELAY_MS)
    expect(await isOpen(), 'the popup waits').toBe(false)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await page.clock.runFor(1000)
    expect(await isOpen(), 'the popup opens once the form is out of sight').toBe(true)
  })

  it('does not open for somebody who has just joined with the form of the page', async () => {
    await home()
    await page.locator('#waitlist-email').focus()
    await isHydrated(page, 'waitlist')
    await page.locator('#waitlist-email').fill('deja@exemple.fr')
    await page.locator('#form-waitlist button[type=submit]').click()
    await page.locator('#form-waitlist .form-success').waitFor()
    await blur()
    await page.clock.runFor(2 * POPUP_DELAY_MS)
    expect(await isOpen(), 'the popup is open').toBe(false)
  })

  it('shows the success or the failure in a note if it was closed during the request', async () => {
    const closedMeanwhile = async () => {
      await opened()
      await send('parti@exemple.fr')
      await page.locator('#form-popup[aria-busy=true]').waitFor()
      await page.keyboard.press('Escape')
      await expectClosed()
    }
    const note = page.locator('.joined [role=status]')
    const answer = await hold(page, '**/formulaires/waitlist')
    await closedMeanwhile()
    answer()
    await expect.poll(() => note.innerText()).toMatch(SUCCESS)
    await page.evaluate(() => sessionStorage.clear())
    let fail = () => {}
    await page.route('**/formulaires/waitlist', (route) => {
      fail = () => route.abort()
    })
    await closedMeanwhile()
    fail()
    await expect.poll(() => note.innerText()).toBe(FAILURE)
  })

  it('waits while the splash is up', async () => {
    // The fake clock does not control the splash, a CSS animation: pauses it and blocks changes of its start time.
    const before = () => {
      const still = new CSSStyleSheet()
      still.replaceSync('#splash { animation-play-state: paused !important; }')
      document.adoptedStyleSheets = [still]
      Object.defineProperty(Animation.prototype, 'startTime', { set: () => {} })
    }
    const first = await visitWithClock('/', { before, seen: [] })
    await hydratePopup(first)
    await first.clock.runFor(2 * POPUP_DELAY_MS)
    expect(await isOpen(first), 'the popup waits for the splash').toBe(false)
    await first.locator('#splash').evaluate((splash) => {
      for (const animation of splash.getAnimations()) animation.finish()
    })
    await expect.poll(() => first.locator('html').getAttribute('class')).toBe('')
    await first.clock.runFor(1000)
    expect(await isOpen(first), 'the popup opens after the splash').toBe(true)
  })

  it('shows a failure, a step left to do or the success; 2 s after the success it closes and leaves a note (specification §9 «Timings»)', async () => {
    await opened()
    await page.route('**/formulaires/waitlist', (route) => route.abort())
    await send('lea@')
    await page.locator(`${FIELD}[aria-invalid=true]:focus`).waitFor()
    expect(await page.locator('#popup .form-summary').count(), 'the error is said once').toBe(0)
    // One press sends the corrected address: the error stays until it ends, so that the button does not move.
    await send()
    await expect.poll(() => page.locator('#popup [role=alert]').innerText()).toBe(FAILURE)
    await page.clock.runFor(2 * POPUP_CLOSE_MS)
    expect(await isOpen(), 'the popup stays open after a failure').toBe(true)
    expect(await page.locator(FIELD).inputValue()).toBe('lia.popup@exemple.fr')
    expect(await flag(), 'seen flag of the session').toBe(null)
    await page.unrouteAll()

    const message = 'Inscription réussie. Dernier geste : ouvrez l’e-mail que nous venons de vous envoyer.'
    await page.route('**/formulaires/waitlist', (route) =>
      route.fulfill({ status: 201, json: { message, reference: 'W-0000-0000' } }),
    )
    await send()
    await expect.poll(() => page.locator('#popup .form-success').innerText()).toContain('Dernier geste')
    expect(await page.locator(FIELD).isVisible(), 'the field after the success').toBe(false)
    await page.clock.runFor(3 * POPUP_CLOSE_MS)
    expect(await isOpen(), 'the popup stays open while a last step is left').toBe(true)
    expect(await flag(), 'seen flag of the session').toBe('1')
    await page.unrouteAll()

    await page.evaluate(() => sessionStorage.clear())
    await opened()
    await send()
    await expect.poll(() => page.locator('#popup [role=status]').innerText()).toMatch(SUCCESS)
    expect(site.rows<{ email: string }>('waitlist_signups').map(({ email }) => email)).toContain('lia.popup@exemple.fr')
    await page.clock.runFor(POPUP_CLOSE_MS - 1)
    expect(await isOpen(), 'the popup is open a millisecond before').toBe(true)
    await page.clock.runFor(1)
    expect(await isOpen(), 'the popup closes on time').toBe(false)
    const note = page.locator('.joined')
    await expect.poll(() => note.locator('[role=status]').innerText()).toMatch(SUCCESS)
    expect(await note.isVisible(), 'the note is shown').toBe(true)
    await note.getByRole('button', { name: 'Fermer' }).click()
    expect(await note.innerText()).toBe('')
  })

  // Must be last, because it resumes the clock.
  it('passes axe, fits every window and scrolls to its end in a low one', async () => {
    await opened()
    await page.clock.resume()
    expect(await axe(page), 'axe findings').toEqual([])
    for (const width of [1280, 640, 320]) {
      await page.setViewportSize({ width, height: 640 })
      await expect.poll(() => misplaced(page), { message: `at ${width} pixels` }).toEqual([])
    }
    await page.setViewportSize({ width: 640, height: 300 })
    await page.locator('#popup').hover()
    await page.mouse.wheel(0, 9999)
    const end = () => page.locator('#popup .popup-letter').evaluate((letter) => letter.getBoundingClientRect().bottom)
    await expect.poll(end, { message: 'its end in a window 300 pixels high' }).toBeLessThanOrEqual(300)
  })
})
