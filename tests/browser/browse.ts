import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launch, openSite, type Site } from './harness.ts'

/** The site and the browser of the test file that calls `browse`. */
export let site: Site
export let browser: Browser

/** Serves the built site and opens a browser for the tests of a file, and closes both after them. */
export function browse(): void {
  beforeAll(async () => {
    ;[site, browser] = await Promise.all([openSite(), launch()])
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })
}
