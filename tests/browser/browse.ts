import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openSite, type Site } from './harness.ts'
import { closePages, sharedBrowser } from './shared-browser.ts'

/** The site and the browser of the test file that calls `browse`. */
export let site: Site
export let browser: Browser

/** Serves the built site and borrows a browser for the tests of a file; closes the pages and the site after them. */
export function browse(): void {
  beforeAll(async () => {
    ;[site, browser] = await Promise.all([openSite(), sharedBrowser()])
  })
  afterAll(async () => {
    await closePages(browser)
    await site?.close()
  })
}
