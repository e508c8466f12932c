import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openSite } from '../harness.ts'
import { fetchedAhead } from '../open-page.ts'
import { closePages, sharedBrowser } from '../shared-browser.ts'

it('a prefetched page is counted when it is shown, not when it is fetched', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hera-visits-'))
  const path = join(folder, 'hera.sqlite')
  const [site, browser] = await Promise.all([openSite({ DATABASE_PATH: path }), sharedBrowser()])
  try {
    const context = { viewport: { width: 390, height: 800 }, hasTouch: true, reducedMotion: 'reduce' } as const
    const page = await (await browser.newContext(context)).newPage()
    await page.goto(`${site.url}/faq`)
    // The open menu prefetches all its pages; the test follows one link.
    const ready = await fetchedAhead(page)
    await page.locator('.toggle').tap()
    await expect.poll(() => [...ready]).toContain('/ambassador')
    await page.locator('#menu a[href="/ambassador"]').tap()
    await page.waitForURL('**/ambassador')
    await page.waitForLoadState()
    const delivery = () => performance.getEntriesByType('navigation').map((entry) => Reflect.get(entry, 'deliveryType'))
    expect(await page.evaluate(delivery)).toEqual(['navigational-prefetch'])
    await closePages(browser)
    const ended = once(site.process, 'exit')
    site.process.kill('SIGTERM')
    await ended
    const db = new Sqlite(path, { readonly: true })
    const pages = db.prepare("SELECT name, count FROM visits WHERE what = 'page' ORDER BY name").raw().all()
    db.close()
    expect(pages).toEqual([
      ['/ambassador', 1],
      ['/faq', 1],
    ])
  } finally {
    await closePages(browser)
    await site.close()
    rmSync(folder, { recursive: true })
  }
})
