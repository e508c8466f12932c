import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { borrow, giveBack } from './borrow.ts'
import { openSite, type Site } from './harness.ts'

/** The site and the browser of the test file that calls `browse`. */
export let site: Site
export let browser: Browser

/** Serves the built site and borrows a browser for the tests of a file; closes the pages and the site after them. */
export function browse(): void {
  beforeAll(async () => {
    ;[site, browser] = await Promise.all([openSite(), borrow()])
  })
  afterAll(async () => {
    await giveBack(browser)
    await site?.close()
  })
}
