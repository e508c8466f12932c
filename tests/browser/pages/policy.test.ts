import type { ConsoleMessage } from 'playwright-core'
import { expect, it } from 'vitest'
import { browse, browser, site } from '../browse.ts'

/** Pages that are no files: an answer to a person, a form shown again, an error. */
const OTHERS = ['/merci/contact', '/contact?subject=retour', '/nulle-part']

browse()

it('no page made on demand breaks its own policy, in the console or by an event, and none sets a cookie', async () => {
  const context = await browser.newContext()
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`Content Security Policy event: ${violatedDirective} ${blockedURI}`),
    )
  })
  const page = await context.newPage()
  const violations: string[] = []
  page.on('console', (message: ConsoleMessage) => {
    if (/content security policy/i.test(message.text())) violations.push(`${page.url()}: ${message.text()}`)
  })
  for (const path of OTHERS) {
    await page.goto(site.url + path, { waitUntil: 'load' })
    // An island is fetched when its form is touched.
    const field = page.locator('main form input:not([type=hidden])').first()
    if (!(await field.isVisible().catch(() => false))) continue
    await field.focus()
    // The first press shows what is missing, which the island writes.
    await page.locator('main form button[type=submit]').first().click()
    await page.locator('main form .form-summary').first().waitFor()
  }
  expect(violations, 'what breaks the policy').toEqual([])
  expect(await context.cookies(), 'cookies that were set').toEqual([])
})

it('a string is not taken for markup on a page of text', async () => {
  const page = await browser.newPage()
  await page.goto(`${site.url}/terms`)
  const write = () => {
    document.body.innerHTML = '<p>Essai</p>'
  }
  await expect(page.evaluate(write)).rejects.toThrow(/TrustedHTML/)
  await page.close()
})
