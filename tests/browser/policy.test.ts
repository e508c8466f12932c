import type { Browser, ConsoleMessage } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageRoutes } from '../routes.ts'
import { launch, openSite, type Site } from './harness.ts'

/** Pages that are no files: an answer to a person, a form shown again, an error. */
const OTHERS = ['/merci/contact', '/contact?subject=retour', '/nulle-part']

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), launch()])
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

it('no route breaks its own policy, in the console or by an event, and none sets a cookie', async () => {
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
  for (const path of [...pageRoutes(), ...OTHERS]) {
    await page.goto(site.url + path, { waitUntil: 'load' })
    // An island is fetched when its form is touched.
    const field = page.locator('main form input:not([type=hidden])').first()
    if (await field.isVisible().catch(() => false)) await field.focus()
  }
  expect(violations).toEqual([])
  expect(await context.cookies()).toEqual([])
})
