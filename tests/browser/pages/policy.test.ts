import type { ConsoleMessage } from 'playwright-core'
import { expect, it } from 'vitest'
import { browse, browser, site } from '../browse.ts'
import { axe } from '../harness.ts'

/** Pages rendered on demand: a thank-you page, a prefilled form, an error. */
const OTHERS = ['/merci/contact', '/contact?subject=retour', '/nulle-part']

browse()

it('pages rendered on demand pass axe, do not violate their Content-Security-Policy and set no cookie', async () => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
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
    expect(await axe(page), `axe findings on ${path}`).toEqual([])
    // Focusing a form loads its island.
    const field = page.locator('main form input:not([type=hidden])').first()
    if (!(await field.isVisible().catch(() => false))) continue
    await field.focus()
    // The island renders the errors.
    await page.locator('main form button[type=submit]').first().click()
    await page.locator('main form .form-summary').first().waitFor()
  }
  // The response to an invalid form.
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/formulaires/contact' })
    document.body.append(form)
    form.submit()
  })
  await page.waitForURL('**/formulaires/contact')
  expect(await axe(page), 'axe findings on the response to an invalid form').toEqual([])
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
