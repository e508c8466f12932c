import type { BrowserContextOptions, Page } from 'playwright-core'
import { browser } from './browse.ts'

/**
 * Opens a tab for several tests of a file, because its HTTP cache halves the cost of a visit. A route disables that
 * cache, so a test must remove its routes.
 * @param flags keys set in sessionStorage before any script of a page runs
 */
export async function openTab(options: BrowserContextOptions = {}, flags: readonly string[] = []): Promise<Page> {
  const still = { locale: 'fr-FR', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const
  const page = await browser.newPage({ ...still, ...options })
  await page.addInitScript((keys) => {
    for (const key of keys) sessionStorage.setItem(key, '1')
  }, flags)
  return page
}
