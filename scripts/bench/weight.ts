import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { POPUP_DELAY_MS } from '../../src/timings.ts'
import { inParallel } from '../../tests/attacks/attack.ts'
import { launch, openSite } from '../../tests/browser/harness.ts'
import type { Line } from './line.ts'
import { BYTES } from './targets.ts'

/** One request of a page as it went over the wire, headers included. */
interface Loaded {
  kind: string
  path: string
  bytes: number
  /** Bytes of the body alone. */
  body: number
  /** True when it was asked for before the load event. */
  early: boolean
}

const KINDS: Readonly<Record<string, string>> = {
  Document: 'document',
  Font: 'font',
  Image: 'image',
  Script: 'script',
  Stylesheet: 'style',
}
/** A telephone; the same width and density as Lighthouse's. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
/** How long a page is left alone: longer than anything on it waits before it moves by itself. */
const UNTOUCHED_MS = POPUP_DELAY_MS + 3000
const TOUCHED_MS = 2000
const AT_ONCE = 3

/** Weighs each route for a first-time visitor with a telephone: by the load event, then left alone, then with its form touched. */
export async function measureWeight(routes: readonly string[]): Promise<Line[]> {
  const site = await openSite()
  const browser = await launch()
  try {
    const lines: Line[][] = []
    await inParallel(routes.length, AT_ONCE, async (n) => {
      lines[n] = await weigh(browser, site.url, routes[n] as string)
    })
    return lines.flat()
  } finally {
    await browser.close()
    await site.close()
  }
}

async function weigh(browser: Browser, origin: string, path: string): Promise<Line[]> {
  const context = await browser.newContext({ ...PHONE, locale: 'fr-FR' })
  const page = await context.newPage()
  const loaded = await listen(page)
  await page.goto(origin + path, { waitUntil: 'load' })
  await sleep(UNTOUCHED_MS)
  const untouched = [...loaded]
  const form = page.locator('astro-island[client=touch]').first()
  const touched = (await form.count()) > 0
  if (touched) {
    await form.dispatchEvent('focusin')
    await sleep(TOUCHED_MS)
  }
  await context.close()
  return toLines(path, untouched, touched ? loaded : [])
}

/** Notes what a page loads, from now on. */
async function listen(page: Page): Promise<Loaded[]> {
  const loaded: Loaded[] = []
  const open = new Map<string, Loaded>()
  let over = false
  const session = await page.context().newCDPSession(page)
  session.on('Page.loadEventFired', () => {
    over = true
  })
  session.on('Network.requestWillBeSent', ({ requestId, request, type = '' }) => {
    if (!request.url.startsWith('http')) return
    const path = new URL(request.url).pathname
    open.set(requestId, { kind: KINDS[type] ?? 'other', path, bytes: 0, body: 0, early: !over })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const request = open.get(requestId)
    if (request) request.body = Number(response.headers['Content-Length'])
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = open.get(requestId)
    if (request) loaded.push({ ...request, bytes: encodedDataLength })
  })
  await session.send('Page.enable')
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  return loaded
}

function toLines(path: string, untouched: Loaded[], touched: Loaded[]): Line[] {
  const early = untouched.filter((request) => request.early)
  const document = early.find(({ kind }) => kind === 'document')
  const home = path === '/'
  const part = `weight ${path}`
  const line = (what: string, requests: Loaded[], target?: Line['target']): Line => ({
    part,
    what,
    unit: 'kB',
    values: [kilobytes(requests)],
    target,
    detail: byKind(requests),
    note: `${requests.length} requests`,
  })
  const html = BYTES.html(path)
  return [
    { part, what: 'HTML, Brotli', unit: 'kB', values: [document ? document.body / 1000 : Number.NaN], target: html },
    line('by the load event', early, home ? BYTES.homeByLoad : undefined),
    line('left alone', untouched, home ? BYTES.homeUntouched : undefined),
    reduced(line('fonts', untouched.filter(isFont), BYTES.fonts)),
    reduced(line('React by the load event', early.filter(isReact), BYTES.reactByLoad)),
    ...(touched.length > 0 ? [reduced(line('React with a form touched', touched.filter(isReact), BYTES.react))] : []),
  ]
}

const isFont = ({ kind }: Loaded) => kind === 'font'

/** True for a script of React itself, by a symbol that both of its packages name and no use of it does. */
const isReact = ({ kind, path }: Loaded) =>
  kind === 'script' && readFileSync(`dist/client${path}`, 'utf8').includes('react.lazy')

const kilobytes = (requests: Loaded[]) => requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000

function byKind(requests: Loaded[]): Record<string, number> {
  const groups = Map.groupBy(requests, ({ kind }) => kind)
  return Object.fromEntries([...groups].sort().map(([kind, group]) => [kind, kilobytes(group)]))
}

/** A line that is of one kind needs no detail. */
function reduced({ detail: _, ...line }: Line): Line {
  return line
}
