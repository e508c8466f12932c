/** Recreates the pictures of src/content/LISEZMOI.md from the current site (`npm run guide` builds it first). */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { RELEASE_FILE } from '../src/server/operations/releases/release.ts'
import { launch } from '../tests/browser/harness.ts'
import { copyProject } from '../tests/scratch-copy.ts'
import { openDevSite, openSite, PROGRAM_ENV, SERVE } from '../tests/site.ts'

const FOLDER = resolve('docs/guide')
/** Parts of the project that serving the site requires. */
const PARTS = ['dist', 'db/migrations', 'src', 'package.json', 'server.mjs', 'hera.mjs', 'startup.mjs']

async function keep(name: string, shown: Page | Locator): Promise<void> {
  const picture = sharp(await shown.screenshot({ animations: 'disabled' }))
  await picture.webp({ quality: 80 }).toFile(join(FOLDER, `${name}.webp`))
  console.log(`docs/guide/${name}.webp`)
}

/** Takes pictures of the preview of a copy, first with a changed title, then with a syntax error in it. */
async function preview(browser: Browser): Promise<void> {
  const root = copyProject()
  const git = (...command: string[]) =>
    execFileSync('git', ['-c', 'user.name=Hera', '-c', 'user.email=contact@hera.example', ...command], { cwd: root })
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Copie')
  const file = join(root, 'src/content/pages/about.yaml')
  const text = readFileSync(file, 'utf8')
  const title = / {2}histoire:[\s\S]*? {4}title: "([^"]+)"/.exec(text)?.[1] ?? ''
  writeFileSync(file, text.replace(`    title: "${title}"`, '    title: "Depuis {{ depuis }}, la même main"'))
  const site = await openDevSite({}, root)
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  try {
    // Both frames scroll to the anchor below the title; the second request reuses what the first one generated.
    await page.goto(`${site.url}/apercu/telephone?page=/about`, { waitUntil: 'networkidle' })
    await page.goto(`${site.url}/apercu/telephone?page=${encodeURIComponent('/about#histoire')}`)
    for (const frame of page.frames().slice(1))
      await frame.waitForFunction(() => (CSS.highlights.get('hera-changes')?.size ?? 0) > 0)
    await page.waitForLoadState('networkidle')
    await keep('telephone', page)
    writeFileSync(file, text.replace(`title: "${title}"`, `title: "${title}`))
    await page.setViewportSize({ width: 900, height: 300 })
    // The preview reloads its pages when the file changes, so no page may be open until then.
    await page.goto('about:blank')
    const headers = { Accept: 'text/html' }
    while ((await fetch(`${site.url}/about`, { headers })).ok) await new Promise((seen) => setTimeout(seen, 300))
    await page.goto(`${site.url}/about`)
    await page.getByRole('heading', { name: 'Un point est à corriger' }).waitFor()
    await keep('a-corriger', page)
  } finally {
    await page.close()
    await site.close()
    rmSync(root, { recursive: true, force: true })
  }
}

/** Takes a picture of the desk of an installation with a previous release. */
async function desk(browser: Browser): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), 'hera-maison-'))
  const root = join(base, 'releases/ici')
  for (const part of PARTS) cpSync(part, join(root, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  mkdirSync(join(base, 'releases/avant'))
  symlinkSync('releases/ici', join(base, 'current'))
  symlinkSync('releases/avant', join(base, 'previous'))
  const release = { name: 'ici', version: '1.0.0', commit: '4f0c2d1', platform: '', by: 'la maison' }
  writeFileSync(join(root, RELEASE_FILE), JSON.stringify({ ...release, subject: 'Dire depuis quand la maison coud' }))
  const site = await openSite({}, SERVE, root)
  const page = await browser.newPage({ viewport: { width: 900, height: 700 } })
  try {
    const env = { ...PROGRAM_ENV, DATABASE_PATH: site.databasePath }
    const link = execFileSync(process.execPath, ['hera.mjs', 'desk'], { cwd: root, env, encoding: 'utf8' })
    await page.goto(site.url + new URL(link.trim()).pathname)
    await page.getByRole('button', { name: 'Entrer' }).click()
    await page.goto(`${site.url}/bureau/maison`)
    const part = page.locator('section', { has: page.getByRole('heading', { name: 'Version en ligne' }) })
    await keep('version-en-ligne', part)
  } finally {
    await page.close()
    await site.close()
    rmSync(base, { recursive: true, force: true })
  }
}

mkdirSync(FOLDER, { recursive: true })
const browser = await launch()
try {
  await preview(browser)
  await desk(browser)
} finally {
  await browser.close()
}
