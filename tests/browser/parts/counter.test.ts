import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { trackers } from '../../../src/browser/storage.ts'
import { COUNTER_ANIMATION_MS, COUNTER_REFRESH_MS, COUNTER_STEPS } from '../../contract/figures.ts'
import { browse } from '../browse.ts'
import { broken, covered } from '../checks.ts'
import { reactSettled, setHidden, visit, visitWithClock } from '../open-page.ts'

browse()

/** Opens the home page; a stub of /api/presence returns count() (negative: no response), `asked` lists the sessions. */
async function home(count: () => number, options: Parameters<typeof visitWithClock>[1] = {}) {
  const asked: string[] = []
  const page = await visitWithClock('about:blank', options)
  await page.route('**/api/presence', (route) => {
    asked.push(route.request().postDataJSON().session)
    return count() < 0 ? route.abort() : route.fulfill({ json: { count: count() } })
  })
  await page.goto('/')
  // The counter begins below the first screen.
  await page.evaluate(() => scrollTo(0, 2 * innerHeight))
  const questions = (number: number) =>
    expect.poll(() => asked.length, { message: 'requests to the server' }).toBe(number)
  return { page, asked, questions }
}
const shown = (page: Page) => page.locator('#compteur .counter-number').textContent()
const isShown = (page: Page) => page.locator('#compteur').isVisible()
const seen = (page: Page, message: string) => expect.poll(() => isShown(page), { message })

it('the visitor counter is hidden while nobody else is there and without a response, has no live region, and is not covered', async () => {
  let count = 1
  const first = () => {
    Math.random = () => 0
  }
  const { page, questions } = await home(() => count, { reducedMotion: 'reduce', before: first })
  await questions(1)
  await page.waitForLoadState('networkidle')
  expect(await isShown(page), 'the counter is hidden to a lone visitor').toBe(false)
  for (const [number, words] of [
    [2, /^1\s+autre visite en cours$/],
    [4, /^3\s+autres visites en cours$/],
  ] as const) {
    count = number
    // Not longer, because the request times out on the fake clock too; reduced motion shows the count at once.
    await page.clock.runFor(COUNTER_REFRESH_MS[0])
    await expect.poll(() => page.locator('#compteur .counter-text').innerText()).toMatch(words)
  }
  expect(await isShown(page), 'the counter is shown').toBe(true)
  expect(await page.locator('#compteur :is([aria-live], [role=status], [role=alert])').count(), 'live parts').toBe(0)
  expect(await broken(page, covered, '#compteur :is(a, button)'), 'covered in the middle of the page').toEqual([])
  count = -1
  await page.clock.runFor(COUNTER_REFRESH_MS[0])
  await seen(page, 'the counter is hidden without an answer').toBe(false)
})

it('the visitor counter stays hidden once it is closed', async () => {
  const { page } = await home(() => 4, { reducedMotion: 'reduce' })
  await seen(page, 'the counter is shown').toBe(true)
  await page.getByRole('button', { name: 'Masquer le compteur' }).click()
  expect(await page.locator('#compteur').count(), 'counters after it was hidden').toBe(0)
  await page.reload()
  await page.waitForLoadState('networkidle')
  expect(await isShown(page), 'the counter stays hidden').toBe(false)
})

it('the visitor counter reaches a new number in 25 steps and 1.5 s (specification §9 «Timings»)', async () => {
  const { page } = await home(() => 51)
  await page.locator('astro-island:not([ssr]) #compteur').waitFor({ state: 'attached' })
  await reactSettled(page)
  const numbers = new Set<string | null>()
  for (let step = 0; step < COUNTER_STEPS; step++) {
    await page.clock.runFor(COUNTER_ANIMATION_MS / COUNTER_STEPS)
    numbers.add(await shown(page))
  }
  expect(numbers.size, 'different numbers shown').toBe(COUNTER_STEPS)
  expect([...numbers].slice(0, 2)).toEqual(['2', '4'])
  expect(await shown(page)).toBe('50')
})

it('the visitor counter polls after 5, 10 or 13 s as one session, and not while the page is hidden (specification §9 «Timings»)', async () => {
  const { page, asked, questions } = await home(() => 1, { reducedMotion: 'reduce' })
  await questions(1)
  for (const [index, chance] of [0, 0.5, 0.99].entries()) {
    await page.evaluate((chance) => {
      Math.random = () => chance
    }, chance)
    await setHidden(page, false)
    await questions(2 * index + 2)
    await page.clock.runFor((COUNTER_REFRESH_MS[index] as number) - 1)
    expect(asked.length, 'requests before the interval has passed').toBe(2 * index + 2)
    await page.clock.runFor(1)
    await questions(2 * index + 3)
  }
  expect(new Set(asked).size, 'session identifiers').toBe(1)

  await setHidden(page, true)
  await page.clock.runFor(10 * COUNTER_REFRESH_MS[2])
  expect(asked.length, 'requests while the page is hidden').toBe(7)
})

it('the visitor counter sends no requests after an opt-out on /cookies until it is revoked there', async () => {
  const { page, asked, questions } = await home(() => 1, { reducedMotion: 'reduce' })
  await questions(1)
  await page.goto('/cookies')
  const box = page.getByRole('checkbox', { name: 'Ne pas me compter' })
  const status = page.locator('#presence-switch [role=status]')
  expect(await status.innerText()).toContain('sont comptées')
  await box.check()
  expect(await status.innerText()).toContain('Vos visites ne sont pas comptées')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([trackers.refusal.key])
  await page.goto('/')
  await page.clock.runFor(3 * COUNTER_REFRESH_MS[2])
  expect(asked.length, 'requests after the opt-out').toBe(1)
  await page.goto('/cookies')
  expect(await box.isChecked(), 'the box is still ticked').toBe(true)
  await box.uncheck()
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  })
  await box.click()
  expect(await box.isChecked(), 'ticked though nothing was kept').toBe(false)
  await page.goto('/')
  await questions(2)
})

it('the visitor counter is hidden without JavaScript, and /cookies shows a sentence instead of the switch', async () => {
  const page = await visit('/cookies', { javaScriptEnabled: false })
  expect(await page.getByRole('checkbox').count(), 'switches without JavaScript').toBe(0)
  expect(await page.locator('#presence-switch').innerText()).toContain('JavaScript est désactivé')
  await page.goto('/')
  expect(await isShown(page), 'the counter is hidden without JavaScript').toBe(false)
})
