import { expect, it } from 'vitest'
import { browse } from '../browse.ts'
import { isHydrated, visit } from '../open-page.ts'

browse()

/** True for a script of React or of the form; the page's own small scripts come with it. */
const hydrates = (url: string) => /\/(react|Form|client)\.[\w-]+\.js$/.test(url)

it.each(['finger', 'focus'])(
  'client:touch fetches no script of the form before a %s, and hydrates only that form',
  async (touch) => {
    const page = await visit('about:blank', { reducedMotion: 'reduce', hasTouch: true })
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await page.goto('/contact')
    await page.locator('h1').click()
    // Until then, an island that does not wait for a touch would have asked.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(scripts.filter(hydrates), 'scripts of the island before it is touched').toEqual([])
    if (touch === 'focus') await page.locator('#contact-name').focus()
    else await page.locator('#form-contact .note').tap()
    await isHydrated(page, 'contact')
    expect(scripts.filter(hydrates).length, 'scripts once it is touched').toBeGreaterThan(0)
    const other = page.locator('#form-newsletter')
    expect(await other.evaluate((form: HTMLFormElement) => form.noValidate), 'another form is hydrated').toBe(false)
  },
)

it("shows the error summary, not the browser's bubble, if the button is tapped before hydration", async () => {
  const page = await visit('/contact', { reducedMotion: 'reduce', hasTouch: true })
  await page.locator('#form-contact [type=submit]').tap()
  await page.locator('#form-contact .form-summary:focus').waitFor()
  expect(await page.locator('#form-contact .field-error').count(), 'errors shown').toBe(4)
})
