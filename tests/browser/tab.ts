import type { BrowserContextOptions, Page } from 'playwright-core'
import { browser } from './browse.ts'

/**
 * A tab for many tests of a file: it keeps what it has fetched, and a visit costs half of one in a tab of its own. It fetches
 * all anew while a test answers any request, so that such a test takes back its route.
 * @param flags keys set in its memory before any script of a page
 */
export async function openTab(options: BrowserContextOptions = {}, flags: readonly string[] = []): Promise<Page> {
  const still = { locale: 'fr-FR', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const
  const page = await browser.newPage({ ...still, ...options })
  await page.addInitScript((keys) => {
    for (const key of keys) sessionStorage.setItem(key, '1')
  }, flags)
  return page
}
