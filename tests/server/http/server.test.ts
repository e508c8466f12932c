import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valid } from '../../samples.ts'
import { openSite, type Site } from '../../site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(site.url + path, { redirect: 'manual', headers, method })

describe('pages of the server', () => {
  it('are served compressed with their own Content-Security-Policy, and 304 for a matching ETag', async () => {
    const page = await get('/terms', { 'Accept-Encoding': 'br' })
    expect(page.status, 'status of the page').toBe(200)
    expect(page.headers.get('content-encoding')).toBe('br')
    expect(page.headers.get('vary')).toBe('Accept-Encoding')
    expect(await page.text()).toContain('<html lang="fr"')
    const again = await get('/terms', { 'Accept-Encoding': 'br', 'If-None-Match': page.headers.get('etag') ?? '' })
    expect(again.status, 'status of the same page again').toBe(304)
    expect(Number((await get('/terms', {}, 'HEAD')).headers.get('content-length')), 'its length').toBeGreaterThan(1000)
  })

  it('include a French 404 page for unknown paths', async () => {
    for (const path of ['/nulle-part', '/404', '/..%2f..%2fetc/passwd', '/merci/inconnu', '/_astro/nul.js']) {
      const response = await get(path)
      expect(response.status, path).toBe(404)
      expect(await response.text()).toContain('Cette page n’existe pas')
    }
  })
})

describe('security headers', () => {
  it('are on every response, with no inline exception in the policy, no cookie and no server name', async () => {
    for (const path of [
      '/',
      '/contact',
      '/nulle-part',
      '/favicon.svg',
      '/api/health',
      '/merci/contact',
      '/contact/',
      '/formulaires/contact',
    ]) {
      const { headers } = await get(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy, path).toContain("default-src 'none'")
      expect(policy, path).toContain("frame-ancestors 'none'")
      expect(policy, path).not.toContain('unsafe')
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('referrer-policy'), `referrer-policy of ${path}`).toBeTruthy()
      expect(headers.get('permissions-policy'), `permissions-policy of ${path}`).toBeTruthy()
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
      expect(headers.get('set-cookie'), `cookie of ${path}`).toBeNull()
      expect(headers.get('server') ?? headers.get('x-powered-by'), `name of the server on ${path}`).toBeNull()
    }
  })
})

describe('server process', () => {
  it('creates the database readable by its owner only', () => {
    expect(statSync(site.databasePath).mode & 0o777, 'mode of the database').toBe(0o600)
  })

  it('logs requests without personal data, and omits those of /api', async () => {
    for (const path of ['/api/health', '/api/opened', '/api/metrics', '/api/presence']) await get(path)
    const body = new URLSearchParams({ ...valid.contact, message: 'Secret de journal' })
    await fetch(`${site.url}/formulaires/contact?email=lea@exemple.fr`, { method: 'POST', body, redirect: 'manual' })
    await get('/inconnu?email=lea@exemple.fr')
    await expect.poll(() => site.output()).toMatch(/POST \/formulaires\/contact 303 \d+ms/)
    expect(site.output()).not.toMatch(/lea@exemple|Secret|127\.0\.0\.1/)
    expect(site.output()).not.toContain('/api/')
  })

  it('reports its health after a real write', async () => {
    expect(await (await get('/api/health')).json()).toEqual({ status: 'ok', write: true })
    expect(site.rows('health'), 'rows of the health check').toHaveLength(1)
    // Neither the polls of a monitor nor the counter of the home page may use up the rate limit of pages.
    const headers = { 'Content-Type': 'application/json' }
    const seen = () => ({ method: 'POST', headers, body: JSON.stringify({ session: crypto.randomUUID() }) })
    for (const [path, init] of Object.entries({ '/api/health': () => ({}), '/api/presence': seen })) {
      const answers = await Promise.all(Array.from({ length: 250 }, () => fetch(site.url + path, init())))
      expect(new Set(answers.map(({ status }) => status)), path).toEqual(new Set([200]))
    }
    expect((await get('/merci/contact')).status, 'status of another page').toBe(200)
  })
})

describe('routes of packages', () => {
  const picture = () => /\/_astro\/[\w.-]+\.webp/.exec(readFileSync('dist/client/index.html', 'utf8'))?.[0] ?? ''

  it.each([
    `/_image?href=${encodeURIComponent(picture())}&f=avif&q=100&w=640`,
    `/%5Fimage?href=${encodeURIComponent(picture())}&f=avif`,
    '/_image/',
    '/_image',
    '/_server-islands/Isle?e=&p=&s=',
    '/_server-islands/x',
    '/_actions/greet',
  ])('%s returns 404 for GET and POST', async (path) => {
    expect(picture()).not.toBe('')
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(site.url + path, { method, redirect: 'manual' })
      expect(answer.status, method).toBe(404)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await answer.text()).toContain('<html lang="fr"')
    }
  })
})

describe('start of the server', () => {
  const start = (env: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, ['server.mjs'], {
      env: { PATH: process.env.PATH, PORT: '0', ...env },
      encoding: 'utf8',
    })

  it('fails if SITE_URL differs from that of the build', () => {
    const { status, stderr } = start({ SITE_URL: 'https://autre.example' })
    expect(status, 'exit code').toBe(1)
    expect(stderr).toContain('npm run build')
  })
})
