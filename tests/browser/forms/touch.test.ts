import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { browse, browser, site } from '../browse.ts'
import { isHydrated, visit } from '../open-page.ts'

browse()

/** Opens the contact page; `scripts` lists the scripts requested so far. */
async function contact() {
  const page = await visit(browser, `${site.url}/robots.txt`, { reducedMotion: 'reduce', hasTouch: true })
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto(`${site.url}/contact`, { waitUntil: 'networkidle' })
  return { page, scripts }
}
/** True for a script of React or of the form; the page's own small scripts come with it. */
const hydrates = (url: string) => /\/(react|Form|client)\.[\w-]+\.js$/.test(url)

it.each<[string, (page: Page) => Promise<void>]>([
  ['press', (page) => page.locator('#form-contact .note').click()],
  ['finger', (page) => page.locator('#form-contact .note').tap()],
  ['focus', (page) => page.locator('#contact-name').focus()],
])('client:touch fetches no script of the form before a %s, and hydrates only that form', async (_, touch) => {
  const { page, scripts } = await contact()
  await page.locator('h1').click()
  expect(scripts.filter(hydrates), 'scripts of the island before it is touched').toEqual([])
  await touch(page)
  await isHydrated(page, 'contact')
  expect(scripts.filter(hydrates).length, 'scripts once it is touched').toBeGreaterThan(0)
  const other = page.locator('#form-newsletter')
  expect(await other.evaluate((form: HTMLFormElement) => form.noValidate), 'another form is hydrated').toBe(false)
})

it("shows the error summary, not the browser's bubble, if the button is tapped before hydration", async () => {
  const { page } = await contact()
  await page.locator('#form-contact [type=submit]').tap()
  await page.locator('#form-contact .form-summary:focus').waitFor()
  expect(await page.locator('#form-contact .field-error').count(), 'errors shown').toBe(4)
})

it('hydrates a form at once if it already has the focus', async () => {
  const page = await visit(browser, `${site.url}/contact`, {
    reducedMotion: 'reduce',
    // Sets the focus before the directive runs.
    before: () =>
      new MutationObserver((_, observer) => {
        const input = document.querySelector<HTMLElement>('#contact-name')
        if (!input) return
        observer.disconnect()
        input.focus()
      }).observe(document, { childList: true, subtree: true }),
  })
  await isHydrated(page, 'contact')
})
