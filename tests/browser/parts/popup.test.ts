import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { trackers } from '../../../src/browser/storage.ts'
import { POPUP_CLOSE_MS, POPUP_DELAY_MS } from '../../contract/figures.ts'
import { misplaced } from '../boxes.ts'
import { browse, openTab, site } from '../browse.ts'
import { axe } from '../harness.ts'
import { hydratePopup, isHydrated, pauseClock, withoutPictures } from '../open-page.ts'

const SUCCESS = /Inscription réussie.*Vous serez notifié dès que les tapis seront disponibles\./
const FAILURE = 'Une erreur est survenue. Veuillez réessayer ou nous contacter directement.'
const FIELD = '#popup input[type=email]'

browse()

let page: Page
beforeAll(async () => {
  page = await openTab({}, [trackers.splash.key])
  await withoutPictures(page)
  await pauseClock(page)
})
async function newSession() {
  await page.unrouteAll()
  await page.evaluate(() => sessionStorage.clear())
}
afterEach(newSession)

async function home() {
  await page.goto('/')
  await hydratePopup(page)
}
const isOpen = () => page.locator('#popup').evaluate((dialog: HTMLDialogElement) => dialog.open)
const blur = () => page.evaluate(() => (document.activeElement as HTMLElement).blur())
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
/** Sends an address once the form is hydrated. */
async function send(email = 'lia.popup@exemple.fr') {
  await isHydrated(page, 'popup')
  await page.locator(FIELD).fill(email)
  await page.locator('#popup button[type=submit]').click()
}

it('the waitlist popup fetches React only when it is due, and opens 7 s after the load event, not before (specification §9 «Timings»)', async () => {
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

it('the waitlist popup takes the focus, returns it on Esc, opens once per session, and only on the home page', async () => {
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

it('the waitlist popup waits while the menu is open or a form is filled in, and is closed by its button', async () => {
  await page.setViewportSize({ width: 360, height: 640 })
  await home()
  const waits = async (what: string) => {
    await page.clock.runFor(2 * POPUP_DELAY_MS)
    expect(await isOpen(), `the popup is open in spite of ${what}`).toBe(false)
  }
  await page.locator('[popovertarget=menu]').first().click()
  await waits('the menu')
  await page.keyboard.press('Escape')
  await page.locator('#newsletter-email').focus()
  await waits('a form')
  await blur()
  await page.clock.runFor(1000)
  expect(await isOpen(), 'the popup opens once the form is left').toBe(true)
  await page.getByRole('button', { name: 'Fermer' }).first().click()
  await expectClosed()
})

it('the waitlist popup shows a failure, also if it was closed meanwhile, a step left to do or the success, and closes 2 s later (specification §9 «Timings»)', async () => {
  await opened()
  let fail = () => {}
  await page.route('**/formulaires/waitlist', (route) => {
    fail = () => route.abort()
  })
  await send('lea@')
  await page.locator(`${FIELD}[aria-invalid=true]:focus`).waitFor()
  // One press sends the corrected address: the error stays until it ends, so that the button does not move.
  await send()
  await page.locator('#form-popup[aria-busy=true]').waitFor()
  await page.keyboard.press('Escape')
  await expectClosed()
  await page.locator('#newsletter-email').focus()
  fail()
  await expect.poll(() => page.locator('#popup [role=alert]').innerText()).toBe(FAILURE)
  await page.clock.runFor(1000)
  expect(await isOpen(), 'the popup waits while a field is filled').toBe(false)
  await blur()
  await page.clock.runFor(1000 + 2 * POPUP_CLOSE_MS)
  expect(await isOpen(), 'the popup stays open after a failure').toBe(true)
  expect(await page.locator(FIELD).inputValue()).toBe('lia.popup@exemple.fr')
  await page.unrouteAll()

  const message = 'Inscription réussie. Dernier geste : ouvrez l’e-mail que nous venons de vous envoyer.'
  await page.route('**/formulaires/waitlist', (route) =>
    route.fulfill({ status: 201, json: { message, reference: 'W-0000-0000' } }),
  )
  await send()
  await expect.poll(() => page.locator('#popup .form-success').innerText()).toContain('Dernier geste')
  await page.clock.runFor(3 * POPUP_CLOSE_MS)
  expect(await isOpen(), 'the popup stays open while a last step is left').toBe(true)

  await newSession()
  await opened()
  await send()
  await expect.poll(() => page.locator('#popup [role=status]').innerText()).toMatch(SUCCESS)
  expect(site.rows<{ email: string }>('waitlist_signups').map(({ email }) => email)).toContain('lia.popup@exemple.fr')
  await page.clock.runFor(POPUP_CLOSE_MS - 1)
  expect(await isOpen(), 'the popup is open a millisecond before').toBe(true)
  await page.clock.runFor(1)
  expect(await isOpen(), 'the popup closes on time').toBe(false)
  const note = page.locator('.joined')
  await expect.poll(() => note.innerText(), { message: 'it can still be read' }).toMatch(SUCCESS)
  await note.getByRole('button', { name: 'Fermer' }).click()
  expect(await note.innerText()).toBe('')
})

// Must be last, because it resumes the clock.
it('the waitlist popup passes axe and fits a phone', async () => {
  await page.setViewportSize({ width: 320, height: 640 })
  await opened()
  await page.clock.resume()
  expect(await axe(page, '#popup'), 'axe findings').toEqual([])
  await expect.poll(() => misplaced(page)).toEqual([])
})
