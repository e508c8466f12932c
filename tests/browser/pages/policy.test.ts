import type { ConsoleMessage } from 'playwright-core'
import { expect, it } from 'vitest'
import { browse, browser, site } from '../browse.ts'

/** Pages rendered on demand: a thank-you page, a prefilled form, an error. */
const OTHERS = ['/merci/contact', '/contact?subject=retour', '/nulle-part']

browse()

it('pages rendered on demand do not violate their Content-Security-Policy and set no cookie', async () => {
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
    // Focusing a form loads its island.
    const field = page.locator('main form input:not([type=hidden])').first()
    if (!(await field.isVisible().catch(() => false))) continue
    await field.focus()
    // The island renders the errors.
    await page.locator('main form button[type=submit]').first().click()
    await page.locator('main form .form-summary').first().waitFor()
  }
  expect(violations, 'violations of the policy').toEqual([])
  expect(await context.cookies(), 'cookies').toEqual([])
})

it('a legal page rejects a string as innerHTML (Trusted Types)', async () => {
  const page = await browser.newPage()
  await page.goto(`${site.url}/terms`)
  const write = () => {
    document.body.innerHTML = '<p>Essai</p>'
  }
  await expect(page.evaluate(write)).rejects.toThrow(/TrustedHTML/)
  await page.close()
})
