import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'

export { openSite, type Site } from '../support/site.ts'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A new tab and the page that it opens share a process, because starting one costs more than most pages.
  '--renderer-process-limit=1',
]

/**
 * Returns the path of a browser from an npm package, unpacked once per run: if several test files need it at the same
 * time, one unpacks it and the others wait.
 */
async function unpacked(which: 'new' | 'old'): Promise<string> {
  // Makes the imported package set LD_LIBRARY_PATH to the browser's libraries.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  await import('@sparticuz/chromium')
  if (which === 'old') await unpacked('new')
  const script = fileURLToPath(new URL('unpack.ts', import.meta.url))
  const command = [join(tmpdir(), `browser-${which}.lock`), process.execPath, script, which]
  return (await promisify(execFile)('flock', command)).stdout.trim()
}

/**
 * Starts Chromium: CHROME_PATH if that file exists, otherwise the one of the npm package.
 * @param more arguments on top of the usual ones
 */
export async function launch(...more: string[]): Promise<Browser> {
  const { CHROME_PATH } = process.env
  const executablePath = CHROME_PATH && existsSync(CHROME_PATH) ? CHROME_PATH : await unpacked('new')
  return chromium.launch({ executablePath, args: [...ARGS, ...more] })
}

/** Starts Chromium 109 from an npm package, which lacks popovers, subgrid and other newer features. */
export async function launchOld(): Promise<Browser> {
  return chromium.launch({ executablePath: await unpacked('old'), args: ARGS })
}

/** Run with evaluate(), because the Content-Security-Policy of the pages blocks added scripts. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Returns the findings of axe, one line each. Text needs a contrast of 7:1, large text 4.5:1 (WCAG 1.4.6).
 * @param part selector of the part to check
 * @param runOnly the only rules to check
 */
export async function axe(page: Page, part = 'html', runOnly?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(
    async ({ part, runOnly }) => {
      const { violations } = await (
        globalThis as unknown as { axe: { run(part: string, options: object): Promise<{ violations: Finding[] }> } }
      ).axe.run(part, {
        // Instead of color-contrast-enhanced, which would check all texts a second time.
        checks: {
          'color-contrast': { options: { contrastRatio: { normal: { expected: 7 }, large: { expected: 4.5 } } } },
        },
        // Omits the unused parts of the report.
        resultTypes: ['violations'],
        selectors: false,
        ...(runOnly && { runOnly }),
      })
      interface Finding {
        id: string
        help: string
        nodes: { html: string }[]
      }
      return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
    },
    { part, runOnly },
  )
}
