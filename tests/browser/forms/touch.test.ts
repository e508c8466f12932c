import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browse, browser, site } from '../browse.ts'
import { visit } from '../open-page.ts'

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
const hydrated = (page: Page, id: string) =>
  page.locator(`#form-${id}`).evaluate((form: HTMLFormElement) => form.noValidate)

describe('client:touch', () => {
  const ways: Record<string, (page: Page) => Promise<void>> = {
    'a press': (page) => page.locator('#form-contact .note').click(),
    'a finger': (page) => page.locator('#form-contact .note').tap(),
    'the focus': (page) => page.locator('#contact-name').focus(),
  }
  it.each(Object.entries(ways))('fetches no script before %s, and hydrates only that form', async (_, touch) => {
    const { page, scripts } = await contact()
    await page.locator('h1').click()
    expect(scripts.filter(hydrates), 'scripts of the island before it is touched').toEqual([])
    await touch(page)
    await expect.poll(() => hydrated(page, 'contact'), { message: 'the form contact is hydrated' }).toBe(true)
    expect(scripts.filter(hydrates).length, 'scripts once it is touched').toBeGreaterThan(0)
    expect(await hydrated(page, 'newsletter'), 'the form newsletter is not hydrated').toBe(false)
  })

  it("shows the error summary, not the browser's bubble, if the button is pressed before hydration", async () => {
    const { page } = await contact()
    await page.locator('#form-contact [type=submit]').click()
    await expect.poll(() => page.locator('#form-contact .form-summary').count(), { message: 'summaries shown' }).toBe(1)
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('form-summary')
    await expect.poll(() => page.locator('#form-contact .field-error').count(), { message: 'errors shown' }).toBe(4)
  })

  it('a tap leaves the button of a form as it was', async () => {
    const { page } = await contact()
    const button = page.locator('#form-contact [type=submit]')
    const look = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
    const before = await look()
    await button.tap()
    await page.locator('#form-contact .form-summary:focus').waitFor()
    // Longer than the transition of its colours.
    await page.waitForTimeout(300)
    expect(await look()).toBe(before)
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
    await expect.poll(() => hydrated(page, 'contact')).toBe(true)
  })
})
