import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { trackers } from '../../../src/browser/storage.ts'
import { COUNTER_ANIMATION_MS, COUNTER_REFRESH_MS, COUNTER_STEPS, SESSION_IDLE_MIN } from '../../contract/figures.ts'
import { browse, browser, site } from '../browse.ts'
import { openSite } from '../harness.ts'
import { awaken, setHidden, visit, visitWithClock } from '../living.ts'
import { buried } from '../targets.ts'

const FLAGS = [trackers.splash.key, trackers.popup.key]

browse()

/** A home page whose server counts what the test says, and the times at which it was asked. */
async function home(count: () => number, options: Parameters<typeof visitWithClock>[2] = {}) {
  const asked: string[] = []
  const page = await visitWithClock(browser, `${site.url}/robots.txt`, { flags: FLAGS, ...options })
  await page.route('**/api/presence', (route) => {
    asked.push(route.request().postDataJSON().session)
    return count() < 0 ? route.abort() : route.fulfill({ json: { count: count() } })
  })
  await page.goto(site.url)
  await awaken(page)
  return { page, asked }
}
const shown = (page: Page) => page.locator('#compteur .counter-number').textContent()
const isShown = (page: Page) => page.locator('#compteur').isVisible()
describe('the visitor counter', () => {
  it('is hidden at 0 and where the server does not answer', async () => {
    let count = 0
    const first = () => {
      Math.random = () => 0
    }
    const { page, asked } = await home(() => count, { reducedMotion: 'reduce', before: first })
    await expect.poll(() => asked.length, { message: 'questions to the server' }).toBe(1)
    await page.waitForLoadState('networkidle')
    expect(await isShown(page), 'the counter is hidden at 0').toBe(false)
    for (const [number, words] of [
      [1, /^1\s+visite en cours$/],
      [3, /^3\s+visites en cours$/],
    ] as const) {
      count = number
      // Not a moment more: an answer is waited for by the clock of the page.
      await page.clock.runFor(COUNTER_REFRESH_MS[0])
      await expect.poll(() => page.locator('#compteur .counter-text').innerText()).toMatch(words)
    }
    expect(await isShown(page), 'the counter is shown').toBe(true)
    count = -1
    await page.clock.runFor(COUNTER_REFRESH_MS[0])
    await expect.poll(() => isShown(page), { message: 'the counter is hidden without an answer' }).toBe(false)
  })

  it('lies under nothing that scrolls beneath it in a wide window, and can be pressed', async () => {
    const { page } = await home(() => 3, { reducedMotion: 'reduce' })
    await expect.poll(() => isShown(page), { message: 'the counter is shown' }).toBe(true)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await buried(page, '#compteur :is(a, button), .header :is(a, button)')).toEqual([])
  })

  it('shows no old number to whoever has refused to be counted meanwhile', async () => {
    const { page, asked } = await home(() => 3, { reducedMotion: 'reduce' })
    await expect.poll(() => isShown(page), { message: 'the counter is shown' }).toBe(true)
    await page.evaluate((key) => localStorage.setItem(key, new Date().toISOString()), trackers.refusal.key)
    await setHidden(page, false)
    await expect.poll(() => isShown(page), { message: 'the counter is hidden after the refusal' }).toBe(false)
    expect(asked, 'questions to the server').toHaveLength(1)
  })

  it('shows no answer that comes after a newer one', async () => {
    const { page } = await home(() => 3, { reducedMotion: 'reduce' })
    await expect.poll(() => shown(page)).toBe('3')
    const answers: (() => Promise<void>)[] = []
    await page.route('**/api/presence', (route) => {
      const json = { count: 5 + answers.length }
      answers.push(() => route.fulfill({ json }))
    })
    for (const questions of [1, 2]) {
      await setHidden(page, false)
      await expect.poll(() => answers.length, { message: 'questions to the server' }).toBe(questions)
    }
    await answers[1]?.()
    await expect.poll(() => shown(page)).toBe('6')
    await answers[0]?.()
    await page.waitForLoadState('networkidle')
    expect(await shown(page)).toBe('6')
  })

  it('goes to a new number in 25 steps and 1.5 s, at once with reduced motion (specification §9 «Timings»)', async () => {
    let count = 50
    const { page, asked } = await home(() => count)
    await expect.poll(() => asked.length, { message: 'questions to the server' }).toBe(1)
    await page.waitForLoadState('networkidle')
    const numbers = new Set<string | null>()
    for (let step = 0; step < COUNTER_STEPS; step++) {
      await page.clock.runFor(COUNTER_ANIMATION_MS / COUNTER_STEPS)
      numbers.add(await shown(page))
    }
    expect(numbers.size, 'different numbers on the way').toBe(COUNTER_STEPS)
    expect([...numbers].slice(0, 2)).toEqual(['2', '4'])
    expect(await shown(page)).toBe('50')
    count = 25
    await setHidden(page, false)
    const later = async () => {
      await page.clock.runFor(COUNTER_ANIMATION_MS)
      return shown(page)
    }
    await expect.poll(later, { message: 'from one number to a smaller one' }).toBe('25')
    const still = await home(() => 50, { reducedMotion: 'reduce' })
    await expect.poll(() => shown(still.page)).toBe('50')
  })

  it.each([0, 1, 2])('asks again after 5, 10 or 13 s: %i (specification §9 «Timings»)', async (index) => {
    const before = [() => (Math.random = () => 0), () => (Math.random = () => 0.5), () => (Math.random = () => 0.99)]
    const { page, asked } = await home(() => 1, { before: before[index] as () => void })
    await expect.poll(() => asked.length, { message: 'questions to the server' }).toBe(1)
    await page.clock.runFor((COUNTER_REFRESH_MS[index] as number) - 1)
    expect(asked.length, 'questions before the time has come').toBe(1)
    await page.clock.runFor(1)
    await expect.poll(() => asked.length, { message: 'questions to the server' }).toBe(2)
    expect(asked[0]).toBe(asked[1])
  })

  it('asks nothing while the page is hidden, and at once when it is seen again', async () => {
    const { page, asked } = await home(() => 1)
    await expect.poll(() => asked.length, { message: 'questions to the server' }).toBe(1)
    await setHidden(page, true)
    await page.clock.runFor(10 * COUNTER_REFRESH_MS[2])
    expect(asked.length, 'questions while the page is hidden').toBe(1)
    await setHidden(page, false)
    await expect.poll(() => asked.length, { message: 'questions to the server' }).toBe(2)
  })

  it('takes another identifier after a pause', async () => {
    const { page, asked } = await home(() => 1)
    await expect.poll(() => asked.length, { message: 'questions to the server' }).toBe(1)
    await setHidden(page, true)
    await page.clock.fastForward(SESSION_IDLE_MIN * 60_000)
    await setHidden(page, false)
    await expect.poll(() => asked.length, { message: 'questions to the server' }).toBe(2)
    expect(asked[1]).not.toBe(asked[0])
  })

  it('is silent, can be hidden, and stays so in the session', async () => {
    const { page } = await home(() => 2, { reducedMotion: 'reduce' })
    await expect.poll(() => isShown(page), { message: 'the counter is shown' }).toBe(true)
    expect(await page.locator('#compteur :is([aria-live], [role=status], [role=alert])').count(), 'live parts').toBe(0)
    await page.getByRole('button', { name: 'Masquer le compteur' }).click()
    expect(await page.locator('#compteur').count(), 'counters after it was hidden').toBe(0)
    await page.reload()
    await awaken(page)
    // Counted, so that nothing but what the session keeps hides it.
    await expect.poll(() => shown(page)).toBe('2')
    expect(await isShown(page), 'the counter stays hidden').toBe(false)
  })

  it('asks nothing of who does not want to be counted, until they take it back', async () => {
    const { page, asked } = await home(() => 1)
    await expect.poll(() => asked.length, { message: 'questions to the server' }).toBe(1)
    await page.goto(`${site.url}/cookies`)
    const box = page.getByRole('checkbox', { name: 'Ne pas me compter' })
    const status = page.locator('#presence-switch [role=status]')
    expect(await status.innerText()).toContain('sont comptées')
    await box.check()
    expect(await status.innerText()).toContain('Vos visites ne sont pas comptées')
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([trackers.refusal.key])
    await page.goto(site.url)
    await awaken(page)
    await page.clock.runFor(3 * COUNTER_REFRESH_MS[2])
    expect(asked.length, 'questions after the refusal').toBe(1)
    await page.goto(`${site.url}/cookies`)
    expect(await box.isChecked(), 'the box is still ticked').toBe(true)
    await box.uncheck()
    await page.goto(site.url)
    await awaken(page)
    await expect.poll(() => asked.length, { message: 'questions to the server' }).toBe(2)
  })

  it('has no switch without JavaScript, but a sentence', async () => {
    const page = await visit(browser, `${site.url}/cookies`, { javaScriptEnabled: false })
    expect(await page.getByRole('checkbox').count(), 'switches without JavaScript').toBe(0)
    expect(await page.locator('#presence-switch').innerText()).toContain('JavaScript est désactivé')
    await page.goto(site.url)
    expect(await isShown(page), 'the counter is hidden without JavaScript').toBe(false)
  })

  it('counts browsers, and not their tabs', async () => {
    const own = await openSite()
    onTestFinished(async () => void (await own.close()))
    const still = { flags: FLAGS, reducedMotion: 'reduce', viewport: { width: 360, height: 200 } } as const
    const first = await visit(browser, own.url, still)
    await visit(browser, own.url, still)
    // A second tab of one browser is the same visit.
    const tab = await first.context().newPage()
    await tab.goto(own.url)
    const last = await visit(browser, own.url, still)
    await expect.poll(() => shown(last)).toBe('3')
  })
})

it('/cookies lists every key that the site writes', async () => {
  const page = await visit(browser, `${site.url}/cookies`, { flags: FLAGS, reducedMotion: 'reduce' })
  const rows = await page.locator('.table', { hasText: 'hera.' }).locator('tbody tr').allInnerTexts()
  expect(rows, 'keys that the page lists').toHaveLength(Object.keys(trackers).length)
  for (const { key } of Object.values(trackers)) expect(rows.join('\n')).toContain(key)
})
