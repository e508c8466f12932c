import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { openSite } from '../../tests/browser/harness.ts'
import { pageRoutes } from '../../tests/support/routes.ts'
import type { Figure } from './figure.ts'
import { inTwoBrowsers, openPhone } from './phone.ts'

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
  try {
    const figures = await inTwoBrowsers([...TEXTS, '/'], async (browser, path): Promise<Figure> => {
      const requests = await visit(browser, site.url + path)
      if (path !== '/')
        return {
          what: `scripts of ${path} before an interaction`,
          values: [kilobytes(requests.filter(isScript).map(bytesOf))],
          unit: 'kB',
          limit: { atMost: 3 },
        }
      const early = requests.filter((request) => request.early)
      return {
        what: '/ until its load event',
        values: [kilobytes(early.map(bytesOf))],
        unit: 'kB',
        limit: { atMost: 150 },
        note: `${early.length} requests, on a phone`,
      }
    })
    return [...pageRoutes().map(sizeOfHtml), ...figures]
  } finally {
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

/** Opens a page for the first time, waits, and returns its requests. */
async function visit(browser: Browser, url: string): Promise<Loaded[]> {
  const { page, session } = await openPhone(browser)
  const requests = new Map<string, Loaded>()
  let early = true
  session.on('Page.loadEventFired', () => {
    early = false
  })
  session.on('Network.requestWillBeSent', ({ requestId, type }) => requests.set(requestId, { type, bytes: 0, early }))
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
  await sleep(UNTOUCHED_MS)
  await page.context().close()
  return [...requests.values()]
}
