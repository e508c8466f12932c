import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { launch, openSite } from '../../tests/browser/harness.ts'
import { pageRoutes } from '../../tests/support/routes.ts'
import { freePort } from '../../tests/support/site.ts'
import { type Figure, isMet, median, worstOf } from './figure.ts'

/** Installed by `npm run bench`: see tools/package.json. */
const COMMAND = 'tools/node_modules/.bin/lighthouse'
const RUNS = 5
/** Repeats begin within this time, in seconds, so that the whole bench takes less than ten minutes. */
const REPEATS_S = 170
const SCORES = ['performance', 'accessibility', 'best-practices', 'seo']

/** The parts of Lighthouse's report that are read. */
interface Report {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number }>
}

/** Result of one run: scores from 0 to 100 per category, LCP in milliseconds, CLS, and the audits that lost points. */
interface Audit {
  scores: Record<string, number>
  lcp: number
  cls: number
  lost: string[]
}

/**
 * Runs Lighthouse with its own phone settings on every route, as for a first visit, with the splash. A page that misses
 * a limit is tried again while there is time, and its median counts.
 */
export async function measureLighthouse(): Promise<Figure[]> {
  const site = await openSite()
  const port = await freePort()
  const browser = await launch(`--remote-debugging-port=${port}`)
  try {
    const started = performance.now()
    const audits = new Map<string, Audit[]>(pageRoutes().map((path) => [path, []]))
    for (let run = 1; run <= RUNS; run++)
      for (const [path, runs] of audits) {
        const isDone = run > 1 && (toFigures(path, runs).every(isMet) || performance.now() - started > REPEATS_S * 1000)
        if (!isDone) runs.push(await audit(site.url + path, port))
      }
    return [...audits].flatMap(([path, runs]) => toFigures(path, runs))
  } finally {
    await browser.close()
    await site.close()
  }
}

async function audit(url: string, port: number): Promise<Audit> {
  const args = [url, `--port=${port}`, '--output=json', '--log-level=error', '--disable-full-page-screenshot']
  // The report is large, because it contains screenshots of the page while it loads.
  const { stdout } = await promisify(execFile)(COMMAND, args, { maxBuffer: 64 * 2 ** 20 })
  const { categories, audits, runtimeError }: Report = JSON.parse(stdout)
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  const weighty = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
  return {
    scores: Object.fromEntries(SCORES.map((id) => [id, Math.round(100 * (categories[id]?.score ?? Number.NaN))])),
    lcp: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    // Lighthouse shows three digits.
    cls: Math.round(1000 * (audits['cumulative-layout-shift']?.numericValue ?? Number.NaN)) / 1000,
    lost: weighty.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 1),
  }
}

/** Returns three figures per route: lowest category score (98 allowed for performance of the home page), LCP, CLS. */
function toFigures(path: string, audits: Audit[]): Figure[] {
  const scores = SCORES.map((id) => ({ id, values: audits.map((audit) => audit.scores[id] ?? Number.NaN) }))
  const atLeast = (id: string) => (path === '/' && id === 'performance' ? 98 : 100)
  const worst = worstOf(scores, ({ id, values }) => atLeast(id) - median(values))
  if (!worst) return []
  const lost = [...new Set(audits.flatMap((each) => each.lost))].join(', ')
  const figure = (what: string, rest: Omit<Figure, 'what'>): Figure => ({
    what: `Lighthouse ${path}, ${what}`,
    ...rest,
  })
  return [
    figure(`lowest score: ${worst.id}`, {
      values: worst.values,
      unit: 'points',
      limit: { atLeast: atLeast(worst.id) },
      note: lost && `below the maximum in some run: ${lost}`,
    }),
    figure('LCP', { values: audits.map(({ lcp }) => lcp), unit: 'ms', limit: { atMost: 1600 } }),
    figure('CLS', { values: audits.map(({ cls }) => cls), unit: 'shift', limit: { atMost: 0 } }),
  ]
}
