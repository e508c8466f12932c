import type { Browser } from 'playwright-core'
import { launch } from './harness.ts'

// In globalThis, because some test files reload the modules.
const kept = globalThis as { borrowed?: Map<string, Promise<Browser>> }
kept.borrowed ??= new Map()
const { borrowed } = kept

/**
 * Returns the browser that all test files of a process share, because starting one takes a second of CPU time.
 * @param start starts another kind of browser
 */
export async function sharedBrowser(start: () => Promise<Browser> = launch): Promise<Browser> {
  const running = await borrowed.get(start.name)?.catch(() => undefined)
  if (running?.isConnected()) return running
  const started = patient(start())
  borrowed.set(start.name, started)
  return started
}

/** Playwright's default timeout of 30 s is too short on a busy machine. */
const PATIENCE_MS = 90_000

async function patient(starting: Promise<Browser>): Promise<Browser> {
  const browser = await starting
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(PATIENCE_MS)
    return context
  }
  return browser
}

/** Closes the pages that a test file has opened in a borrowed browser. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
}
