import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { trackers } from '../../src/browser/storage.ts'
import { launch, openSite, type Site } from './harness.ts'

/** The site and the browser of the test file that calls `browse`. */
export let site: Site
export let browser: Browser

/**
 * Borrows the built site and a browser for the tests of a file; closes the pages after them.
 * @param start starts another kind of browser
 */
export function browse(start?: () => Promise<Browser>): void {
  beforeAll(async () => {
    ;[site, browser] = await Promise.all([sharedSite(), sharedBrowser(start)])
  })
  afterAll(() => closePages(browser))
}

// In globalThis, because some test files reload the modules.
const kept = globalThis as { site?: Promise<Site>; browsers?: Map<string, Promise<Browser>> }

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

/** Playwright's default timeout of 30 s is too short on a busy machine. */
const PATIENCE_MS = 90_000

/**
 * Returns the browser that all test files of a process share, because starting one takes a second of CPU time.
 * @param start starts another kind of browser
 */
export async function sharedBrowser(start: () => Promise<Browser> = launch): Promise<Browser> {
  kept.browsers ??= new Map()
  const running = await kept.browsers.get(start.name)?.catch(() => undefined)
  if (running?.isConnected()) return running
  const starting = start().then((started) => {
    started.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS))
    return started
  })
  kept.browsers.set(start.name, starting)
  return starting
}

/** Closes the pages that a test file has opened in a borrowed browser. */
export async function closePages(borrowed: Browser | undefined): Promise<void> {
  await Promise.all(borrowed?.contexts().map((context) => context.close()) ?? [])
}

/** What every page of these tests has. */
const USUAL = { locale: 'fr-FR', viewport: { width: 1280, height: 800 } }
/** Keys of sessionStorage after the splash and the popup, which cover what most tests look at. */
const SEEN = [trackers.splash.key, trackers.popup.key]

/**
 * Opens a tab for several tests of a file, because its HTTP cache halves the cost of a visit. A route disables that
 * cache, so a test must remove its routes.
 * @param seen keys set in sessionStorage before any script of a page runs
 */
export async function openTab(options: BrowserContextOptions = {}, seen: readonly string[] = SEEN): Promise<Page> {
  const page = await browser.newPage({ ...USUAL, baseURL: site.url, reducedMotion: 'reduce', ...options })
  await page.addInitScript((keys) => {
    for (const key of keys) sessionStorage.setItem(key, '1')
  }, seen)
  return page
}
