import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openSite, type Site } from './harness.ts'
import { closePages, sharedBrowser } from './shared-browser.ts'

/** The site and the browser of the test file that calls `browse`. */
export let site: Site
export let browser: Browser

/**
 * Borrows the built site and a browser for the tests of a file; closes the pages after them.
 * @param launch starts another kind of browser
 */
export function browse(launch?: () => Promise<Browser>): void {
  beforeAll(async () => {
    ;[site, browser] = await Promise.all([sharedSite(), sharedBrowser(launch)])
  })
  afterAll(() => closePages(browser))
}

// In globalThis, because some test files reload the modules.
const kept = globalThis as { site?: Promise<Site> }

/**
 * Returns the site that all test files of a process share, because starting one takes a second of CPU time. It also
 * has the rows of the files before.
 */
async function sharedSite(): Promise<Site> {
  const running = await kept.site?.catch(() => undefined)
  if (running?.process.exitCode === null) return running
  kept.site = openSite()
  const opened = await kept.site
  // Vitest ends its processes with SIGTERM.
  for (const end of ['SIGTERM', 'exit']) process.once(end, () => opened.process.kill('SIGKILL'))
  return opened
}
