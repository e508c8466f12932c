import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BEHIND_PROXY, testFormAnswers } from './server/submissions/form-answers.ts'
import { openDevSite, openSite, SERVE, type Site } from './site.ts'

/** Files that somebody who knows Astro might add to the project. */
const ADDED = 'tests/fixtures/astro-features/files'
/** Lines that they might change: file, text in it, and what takes its place. */
const CHANGED: [file: string, from: string, to: string][] = [
  [
    'astro.config.mjs',
    "  trailingSlash: 'never',\n",
    "  trailingSlash: 'never',\n  redirects: { '/ancien': '/faq' },\n",
  ],
  [
    'src/middleware.ts',
    '  setHeaders(context, response)\n',
    "  setHeaders(context, response)\n  response.headers.set('X-Essai', 'oui')\n",
  ],
  // The packages are links out of the copy, which Vite would not serve from.
  [
    'astro.config.mjs',
    '  vite: {\n',
    `  vite: {\n    server: { fs: { allow: ['.', '${resolve('node_modules')}'] } },\n`,
  ],
  [
    'src/content.config.ts',
    'export const collections = {\n',
    "export const collections = {\n  essais: defineCollection({ loader: glob({ base: './src/content/essais', pattern: '*.md' }) }),\n",
  ],
  // What the house itself may say one day.
  ['src/content/facts.yaml', 'etat_serie: en fabrication', 'etat_serie: disponible'],
]

const root = mkdtempSync(join(tmpdir(), 'hera-features-'))
const astro = join(root, 'node_modules/astro/bin/astro.mjs')

beforeAll(() => {
  copyProject()
  cpSync(ADDED, root, { recursive: true })
  for (const [file, from, to] of CHANGED) {
    const text = readFileSync(join(root, file), 'utf8')
    expect(text, file).toContain(from)
    writeFileSync(join(root, file), text.replace(from, to))
  }
  execFileSync(process.execPath, [astro, 'build'], {
    cwd: root,
    env: { PATH: process.env.PATH, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: 'pipe',
  })
}, 240_000)

describe.each([
  ['production', () => openSite({}, SERVE, root)],
  ['astro dev', () => openDevSite(BEHIND_PROXY, root)],
])('what Astro offers works in %s', (mode, open) => {
  let site: Site
  beforeAll(async () => {
    site = await open()
  }, 60_000)
  afterAll(() => site?.close())

  const get = (path: string) => fetch(site.url + path, { redirect: 'manual' })

  it('the home page of a series that is ready: a quote in place of the waiting list, and nothing of the making', async () => {
    const html = await (await get('/')).text()
    expect(html).toMatch(/La\s(?:<[^>]*>)?série est prête/)
    expect(html).not.toContain('action="/formulaires/waitlist"')
    expect(html).not.toContain('en cours de fabrication')
    expect(html).not.toContain('href="#liste-attente"')
    expect(html.match(/href="\/contact\?subject=commande"/g)?.length).toBeGreaterThan(2)
    for (const page of ['/partenariat', '/hera-club'])
      expect(await (await get(page)).text()).not.toContain('id="production"')
    expect(await (await get('/quilting')).text()).not.toContain('#liste-attente')
  })

  it('an API route, with the header of the middleware', async () => {
    const answer = await get('/api/essai?q=oui')
    expect(await answer.json()).toEqual({ route: 'oui' })
    expect(answer.headers.get('x-essai')).toBe('oui')
  })

  it('a body larger than that of a form, where the route takes it', async () => {
    const body = 'x'.repeat(200_000)
    const answer = await fetch(`${site.url}/api/essai`, { method: 'POST', body })
    expect(await answer.json()).toEqual({ received: body.length })
  })

  it('an on-demand page', async () => {
    expect(await (await get('/demande?q=essai')).text()).toContain('À la demande : essai')
  })

  it('a redirect', async () => {
    const answer = await get('/ancien')
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/faq'])
  })

  it('the answer of Response.redirect(), with the headers of every answer', async () => {
    const answer = await get('/api/renvoi')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://hera.example/faq'])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('an action', async () => {
    const answer = await fetch(`${site.url}/_actions/greet`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"Léa"}',
    })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('Bonjour Léa')
  })

  it('a page in a sub-folder with a collection, a picture in all its sizes and an island', async () => {
    const html = await (await get('/atelier/essai')).text()
    expect(html).toContain('Premier essai')
    expect(html).toContain('Compte 41')
    const pictures = [...html.matchAll(/srcset="([^"]+)"/g)].flatMap(([, set = '']) => set.split(', '))
    expect(pictures).toHaveLength(9)
    const files = pictures.map(
      (picture) => picture.split(' ')[0]?.replaceAll('&amp;', '&').replaceAll('&#38;', '&') ?? '',
    )
    const scripts = [...html.matchAll(/(?:component|renderer)-url="([^"]+)"/g)].map(([, url = '']) => url)
    expect(scripts).toHaveLength(2)
    for (const path of [...files, ...scripts]) expect((await get(path)).status, path).toBe(200)
  })

  // Here, because each start of astro dev takes five seconds of a processor.
  if (mode === 'astro dev') {
    describe('forms', () => testFormAnswers(() => site))

    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? ''

    // What the built site sends is compared with its pages in build/own-policy.test.ts.
    it.each(['/', '/terms', '/merci/contact'])('%s may load no more than on the built site', async (path) => {
      const policy = await policyOf(path)
      for (const directive of [
        "default-src 'none'",
        "img-src 'self' data:",
        "form-action 'self'",
        "script-src-attr 'none'",
        "style-src-attr 'none'",
      ])
        expect(policy.split('; ')).toContain(directive)
      expect(policy).not.toContain('https:')
    })

    it('the preview of e-mails may show their styles, and nothing of another site', async () => {
      const policy = await policyOf('/apercu/emails')
      expect(policy).toContain("style-src 'self' 'unsafe-inline'")
      expect(policy.split('; ')).toContain("default-src 'none'")
    })
  }
})

/** Copies the project without what is built, with the installed packages and the cache of its pictures. */
function copyProject(): void {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n')
  for (const file of files.filter((file) => !file.startsWith('tests/'))) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(file, join(root, file))
  }
  // A folder of its own, because Astro and Vite write their caches into it.
  mkdirSync(join(root, 'node_modules'))
  for (const name of readdirSync('node_modules'))
    if (!['.astro', '.vite'].includes(name))
      symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name))
  cpSync('node_modules/.astro/assets', join(root, 'node_modules/.astro/assets'), { recursive: true })
}
