import lighthouse from 'lighthouse'
import { launch, openSite } from '../../tests/browser/harness.ts'
import { freePort } from './free-port.ts'
import type { Line, Unit } from './line.ts'
import { splashSeen } from './splash-seen.ts'
import { TARGETS } from './targets.ts'

/** What one run of Lighthouse found: a score from 0 to 100 by category, and the figures of the page. */
interface Audit {
  scores: Record<string, number>
  figures: Record<keyof typeof FIGURES, number>
  /** Audits that cost points, by what they are called in Lighthouse. */
  lost: string[]
}

const FIGURES = {
  lcp: { audit: 'largest-contentful-paint', unit: 'ms' },
  cls: { audit: 'cumulative-layout-shift', unit: 'shift' },
  tbt: { audit: 'total-blocking-time', unit: 'ms' },
} as const satisfies Record<string, { audit: string; unit: Unit }>

/**
 * Lighthouse with its own mobile settings: every route as a first-time visitor, the home also with the splash seen.
 * @param seen true to see every route both ways
 */
export async function measureLighthouse(routes: readonly string[], runs: number, seen: boolean): Promise<Line[]> {
  const visits = routes.flatMap((path) => (path === '/' || seen ? [{ path }, { path, seen: true }] : [{ path }]))
  const site = await openSite()
  const port = await freePort()
  const browser = await launch(`--remote-debugging-port=${port}`)
  try {
    const lines: Line[] = []
    for (const { path, seen = false } of visits) {
      const audits: Audit[] = []
      for (let run = 0; run < runs; run++) audits.push(await audit(site.url + path, port, seen))
      lines.push(...toLines(seen ? `${path} (splash seen)` : path, audits))
    }
    return lines
  } finally {
    await browser.close()
    await site.close()
  }
}

async function audit(url: string, port: number, seen: boolean): Promise<Audit> {
  const config = { extends: 'lighthouse:default', ...(seen && splashSeen) }
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' }, config)
  if (!result) throw new Error(`${url}: Lighthouse gave nothing.`)
  const { categories, audits, runtimeError } = result.lhr
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const weighty = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
  const lost = weighty.flatMap(({ id }) => {
    const { score = null, errorMessage } = audits[id] ?? {}
    return errorMessage ? [`${id} (${errorMessage})`] : score !== null && score < 1 ? [id] : []
  })
  return {
    scores: Object.fromEntries(Object.values(categories).map(({ id, score }) => [id, 100 * (score ?? Number.NaN)])),
    figures: { lcp: figure(FIGURES.lcp.audit), cls: figure(FIGURES.cls.audit), tbt: figure(FIGURES.tbt.audit) },
    lost: [...new Set(lost)],
  }
}

function toLines(visit: string, audits: Audit[]): Line[] {
  const part = `Lighthouse ${visit}`
  const scores = Object.keys(audits[0]?.scores ?? {}).map((category): Line => {
    const values = audits.map(({ scores }) => Math.round(scores[category] ?? Number.NaN))
    return { part, what: category, unit: 'score', values, target: TARGETS.score }
  })
  const figures = (Object.keys(FIGURES) as (keyof typeof FIGURES)[]).map((name): Line => {
    const values = audits.map(({ figures }) => figures[name])
    return { part, what: name.toUpperCase(), unit: FIGURES[name].unit, values, target: TARGETS[name] }
  })
  const lost = [...new Set(audits.flatMap(({ lost }) => lost))].join(', ')
  return [...scores, ...figures].map((line, index) =>
    index === 0 && lost ? { ...line, note: `loses: ${lost}` } : line,
  )
}
