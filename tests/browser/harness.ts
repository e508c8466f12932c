import { createReadStream, createWriteStream, existsSync, readFileSync, renameSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright-core'

export { openSite, type Site } from '../site.ts'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Path of a real Chromium: the one named by CHROME_PATH, else the one that an npm package carries, unpacked when needed. */
export async function browserPath(): Promise<string> {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH && existsSync(CHROME_PATH)) return CHROME_PATH
  // The package unpacks the libraries that a bare machine lacks only where it takes the machine for AWS Lambda.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  return packaged.executablePath()
}

/**
 * Starts the browser.
 * @param more arguments on top of the usual ones
 */
export async function launch(...more: string[]): Promise<Browser> {
  return chromium.launch({ executablePath: await browserPath(), args: [...ARGS, ...more] })
}

/** Starts Chromium 109, which an npm package carries too: without popovers, subgrid and much else that came later. */
export async function launchOld(): Promise<Browser> {
  // Unpacks the libraries and fonts that both need.
  await browserPath()
  const executablePath = join(tmpdir(), 'chromium-109')
  if (!existsSync(executablePath)) {
    const packed = createRequire(import.meta.url).resolve('chromium-109/bin/chromium.br')
    // Another test file may unpack it at the same time: nobody starts half of it.
    const unpacked = `${executablePath}-${process.pid}`
    await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(unpacked, { mode: 0o755 }))
    renameSync(unpacked, executablePath)
  }
  return chromium.launch({ executablePath, args: ARGS })
}

/** Evaluated, because the policy of a page refuses added scripts. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong on a page, one line a finding; letters need the contrast of 7:1 (WCAG 1.4.6). */
export async function axe(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } }
    ).axe.run({
      rules: { 'color-contrast-enhanced': { enabled: true } },
      // Nothing else of the report is read.
      resultTypes: ['violations'],
      selectors: false,
    })
    interface Finding {
      id: string
      help: string
      nodes: { html: string }[]
    }
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
  })
}
