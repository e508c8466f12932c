import type { Browser } from 'playwright-core'
import { launch } from './harness.ts'

// Kept beside the modules, which some test files load anew.
const kept = globalThis as { borrowed?: Map<string, Promise<Browser>> }
kept.borrowed ??= new Map()
const { borrowed } = kept

/**
 * The browser that all test files of a process share: its start takes a second of a processor. It ends with the process.
 * @param start starts one of another kind
 */
export async function borrow(start: () => Promise<Browser> = launch): Promise<Browser> {
  const running = await borrowed.get(start.name)?.catch(() => undefined)
  if (running?.isConnected()) return running
  const started = patient(start())
  borrowed.set(start.name, started)
  return started
}

/** A busy machine may need longer for a page than the half minute that Playwright gives. */
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

/** Closes all that a test file has opened in a browser that it borrowed. */
export async function giveBack(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
}
