import type { Page } from 'playwright-core'

/** Returns the layout shift caused by late fonts, and what moves. One line of text scores over 0.02 at 1280 pixels. */
export const shiftOfFonts = (page: Page) => page.evaluate(measure)

/**
 * Runs in the page: switches to the fallback fonts and back, and returns the layout shift that the browser reports.
 * The fonts stay loaded, so that the switch takes one frame even on a busy machine.
 */
async function measure(): Promise<{ score: number; moved: string[] }> {
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
      return `y ${before.y} → ${after.y}, height ${before.height} → ${after.height}: ${words}`
    }),
  )
  return { score: shifts.reduce((sum, { value }) => sum + value, 0), moved }
}
