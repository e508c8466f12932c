import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { launch, openSite } from '../../tests/browser/harness.ts'
import { pageRoutes } from '../../tests/support/routes.ts'
import type { Figure } from './figure.ts'
import { openPhone } from './phone.ts'

const CLIENT = 'dist/client'
const LEGAL = ['/terms', '/privacy', '/cookies', '/returns', '/shipping', '/accessibilite']
const TEXTS = [...LEGAL, '/faq', '/about']
/** How long an open page is left alone, in milliseconds, until all its automatic requests are sent. */
const UNTOUCHED_MS = 5000

/** A kilobyte is 1000 bytes. */
const kilobytes = (bytes: number[]) => bytes.reduce((sum, each) => sum + each, 0) / 1000

/** Measures the size of pages: the files, and what a browser transfers on a first visit, with headers. */
export async function measureSizes(): Promise<Figure[]> {
  const site = await openSite()
  const browser = await launch()
  try {
    const visits = new Map<string, Loaded[]>()
    // One after another, because pages with throttled lines hold each other up; then all are left alone at once.
    for (const path of [...TEXTS, '/']) visits.set(path, await visit(browser, site.url + path))
    await sleep(UNTOUCHED_MS)
    const scripts = TEXTS.map((path): Figure => {
      const values = [kilobytes((visits.get(path) ?? []).filter(isScript).map(bytesOf))]
      return { what: `scripts of ${path} before an interaction`, values, unit: 'kB', limit: { atMost: 3 } }
    })
    const byLoad = (visits.get('/') ?? []).filter(({ early }) => early)
    const note = `${byLoad.length} requests, on a phone`
    const values = [kilobytes(byLoad.map(bytesOf))]
    const home: Figure = { what: '/ until its load event', values, unit: 'kB', limit: { atMost: 150 }, note }
    return [...pageRoutes().map(sizeOfHtml), ...scripts, home]
  } finally {
    await browser.close()
    await site.close()
  }
}

function sizeOfHtml(path: string): Figure {
  const html = readFileSync(join(CLIENT, `${path === '/' ? 'index' : path}.html`))
  const atMost = path === '/' || LEGAL.includes(path) ? 17 : 15.5
  return {
    what: `HTML of ${path}, Brotli`,
    values: [brotliCompressSync(html).length / 1000],
    unit: 'kB',
    limit: { atMost },
  }
}

interface Loaded {
  type: string | undefined
  bytes: number
  /** True if requested before the load event. */
  early: boolean
}

const bytesOf = ({ bytes }: Loaded) => bytes
const isScript = ({ type }: Loaded) => type === 'Script'

/** Opens a page for the first time; returns its requests, to which later ones are added. */
async function visit(browser: Browser, url: string): Promise<Loaded[]> {
  const { page, session } = await openPhone(browser)
  const requests = new Map<string, Loaded>()
  const loaded: Loaded[] = []
  let early = true
  session.on('Page.loadEventFired', () => {
    early = false
  })
  session.on('Network.requestWillBeSent', ({ requestId, type }) => {
    const request = { type, bytes: 0, early }
    requests.set(requestId, request)
    loaded.push(request)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await session.send('Page.enable')
  await session.send('Network.enable')
  // A headless browser does not know its line, and then loads pictures three screens ahead. It believes in 4G only with
  // the figures of one, in milliseconds and bytes a second.
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: 5_000_000,
    uploadThroughput: 1_000_000,
    connectionType: 'cellular4g',
  })
  await page.goto(url, { waitUntil: 'load' })
  return loaded
}
