import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageRoutes } from '../../routes.ts'
import { browse, browser, site } from '../browse.ts'

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]
/** A fifth of the shift that Google calls good: one line of text in a window of 1280 pixels is more. */
const MOST = 0.02

browse()

describe('hardly moves when the fonts come late', () => {
  let page: Page
  beforeAll(async () => {
    page = await browser.newPage({ reducedMotion: 'reduce' })
  })
  afterAll(() => page?.close())

  it.each(pageRoutes())('%s', async (path) => {
    await page.goto(site.url + path)
    for (const size of WINDOWS) {
      await page.setViewportSize(size)
      const { score, moved } = await page.evaluate(shiftOfFonts)
      expect(score, `at ${size.width} pixels:\n${moved.join('\n')}`).toBeLessThan(MOST)
    }
  })
})

/**
 * Runs in the page: sets it in the fallback fonts, then again in its own, and gives the layout shift that the browser reports.
 * The fonts are there all the time, so that they change in one frame, however busy the machine is.
 */
async function shiftOfFonts(): Promise<{ score: number; moved: string[] }> {
  interface Shift extends PerformanceEntry {
    value: number
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
  }
  const painted = async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  }
  await painted()
  const loaded = [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)
  const root = getComputedStyle(document.documentElement)
  const fallback = ['--font-text', '--font-display'].map((name) => {
    const [own, ...others] = root.getPropertyValue(name).split(',')
    if (!own || !loaded.includes(own)) throw new Error(`${own} is not loaded`)
    return `${name}: ${others.join(',')} !important;`
  })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`:root { ${fallback.join(' ')} }`)
  const shifts: Shift[] = []
  const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])))

  document.adoptedStyleSheets = [sheet]
  await painted()
  observer.observe({ type: 'layout-shift' })
  document.adoptedStyleSheets = []
  await painted()
  shifts.push(...(observer.takeRecords() as Shift[]))
  observer.disconnect()

  const moved = shifts.flatMap(({ sources }) =>
    sources.map(({ node, previousRect: before, currentRect: after }) => {
      const words = node?.textContent?.trim().slice(0, 40)
      return `from ${before.y}, ${before.height} high, to ${after.y}, ${after.height} high: ${words}`
    }),
  )
  return { score: shifts.reduce((sum, { value }) => sum + value, 0), moved }
}
