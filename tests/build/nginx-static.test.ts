import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nginxStatic, staticFiles } from '../../src/build/nginx-static.ts'
import { freePort, manifest, openSite, type Site } from '../site.ts'

const built = readFileSync('dist/nginx-static.conf', 'utf8')
const files = staticFiles('dist/client', 'dist/_headers.json', manifest().siteUrl)
const hasNginx = spawnSync('nginx', ['-v']).error === undefined
/** Headers of connection and server, independent of the page. */
const OF_THE_SERVER = ['connection', 'date', 'keep-alive', 'server', 'transfer-encoding']

interface Answer {
  status: number | undefined
  headers: Record<string, unknown>
  body: string
}
function ask(url: string, method = 'GET', headers: Record<string, string> = {}): Promise<Answer> {
  const { hostname, port } = new URL(url)
  // The raw path, because URL would normalize it.
  const path = url.slice(new URL(url).origin.length)
  return new Promise((done, failed) => {
    const req = request({ hostname, port, path, method, headers, agent: false }, async (res) => {
      const chunks: Buffer[] = []
      for await (const chunk of res) chunks.push(chunk)
      const seen = Object.entries(res.headers).filter(([name]) => !OF_THE_SERVER.includes(name))
      done({
        status: res.statusCode,
        headers: Object.fromEntries(seen),
        body: Buffer.concat(chunks).toString('base64'),
      })
    })
    req.once('error', failed)
    req.end()
  })
}

it('nginx-static.conf lists every file except the error pages', () => {
  expect(built).toBe(nginxStatic(files))
  expect(built.match(/^(location = |# \/)/gm), 'files in nginx-static.conf').toHaveLength(files.size)
  expect(built).not.toContain('/404.html')
  expect(built, 'response of nginx while the process is stopped').toContain('error_page 502 504 =503 @restart;')
})

it('nginx-static.conf sets the same headers as the process', () => {
  const locations = new Map(built.split('\nlocation = "').map((part) => [part.split('" {')[0], part.split('\n}')[0]]))
  const answered = [...files].filter(([path]) => locations.has(path))
  expect(answered.length, 'files served by nginx').toBeGreaterThan(0)
  for (const [path, { identity, br }] of answered) {
    const added = locations.get(path)?.matchAll(/^ {2}add_header ([\w-]+) (?!'';)/gm) ?? []
    // nginx sets Content-Length itself.
    const own = Object.keys((br ?? identity).headers).filter((name) => name !== 'Content-Length')
    expect(Array.from(added, ([, name]) => name).toSorted(), path).toEqual(own.toSorted())
  }
})

it.each([
  ['/faq', true],
  ['/faq?a=b', true],
  ['/contact?a=1', true],
  ['/contact?subject=commande', false],
  ['/devis?piece=tapis', false],
  ['/devis?model=elegance', false],
  ['/devis?a=1&model=elegance', false],
])('nginx serves %s as a file: %s', (asked, isFile) => {
  const path = asked.replace(/\?.*/, '')
  const taken = new RegExp(`^location = "${path}" \\{\\n  if \\(\\$request_uri !~ "(.*)"\\)`, 'm').exec(built)?.[1]
  expect(new RegExp(taken ?? '^$').test(asked)).toBe(isFile)
})

it('nginx passes a request for a page that the browser has already to the process, which answers 304', () => {
  const pages = built.match(/^location = .*\n.*\n.*/gm) ?? []
  expect(pages.length).toBeGreaterThan(14)
  expect(pages.filter((page) => !page.endsWith('if ($http_if_none_match) { return 418; }'))).toEqual([])
})

it('dist/_headers has the same headers as the process', () => {
  const rules = new Map<string, Record<string, string>>()
  for (const block of readFileSync('dist/_headers', 'utf8')
    .trim()
    .split(/\n(?=\/)/)) {
    const [path = '', ...lines] = block.split('\n')
    rules.set(path, Object.fromEntries(lines.map((line) => /^ {2}([^:]+): (.*)$/.exec(line)?.slice(1) ?? [])))
  }
  for (const [path, { identity }] of files) {
    const rule = rules.get(path) ?? (path.startsWith('/_astro/') ? rules.get('/_astro/*') : undefined)
    expect(rule, `a rule for ${path}`).toBeDefined()
    expect(identity.headers, path).toMatchObject(rule ?? {})
  }
  expect(rules.get('/')).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': expect.stringContaining('sha256-'),
  })
})

describe.skipIf(!hasNginx)('nginx with nginx-static.conf', () => {
  let site: Site
  let nginx: string
  let stop: () => Promise<void>

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hera-split-'))
    const port = await freePort()
    site = await openSite({ TRUSTED_PROXIES: '0' })
    const own = built
      .replaceAll('/opt/hera/current/dist/client', resolve('dist/client'))
      .replaceAll('http://127.0.0.1:4321', site.url.replace('localhost', '127.0.0.1'))
    writeFileSync(join(folder, 'static.conf'), own)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (each) => `${each}_temp_path ${folder}/${each};`,
    )
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${user} pid ${folder}/pid; error_log stderr; daemon off; events {}
      http { access_log off; gzip on; ${temporary.join(' ')} proxy_buffer_size 16k; proxy_buffers 8 16k;
      server { listen 127.0.0.1:${port}; include ${folder}/static.conf; location @restart { return 503 'redémarre'; }
      location / { proxy_pass ${site.url.replace('localhost', '127.0.0.1')}; } } }`,
    )
    const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')])
    let said = ''
    child.stderr.on('data', (chunk) => (said += chunk))
    nginx = `http://127.0.0.1:${port}`
    stop = async () => {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      await site.close()
      rmSync(folder, { recursive: true, force: true })
    }
    for (let tries = 0; ; tries++) {
      if (await ask(`${nginx}/`).catch(() => undefined)) break
      if (tries > 100) throw new Error(`nginx does not respond:\n${said}`)
      await sleep(100)
    }
  })
  afterAll(() => stop())

  /** Sends a request to both and compares the responses. */
  async function expectSame(path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Answer> {
    const [split, alone] = await Promise.all([
      ask(nginx + path, method, headers),
      ask(site.url + path, method, headers),
    ])
    expect(split, `${method} ${path} ${JSON.stringify(headers)}`).toEqual(alone)
    return alone
  }

  it.each(['identity', 'gzip', 'gzip, deflate, br', 'br;q=0, gzip'])(
    'responds like the process for every file (%s)',
    async (encoding) => {
      // A file without compressed copies has one response for all encodings.
      const differing = [...files].filter(([, { br, gzip }]) => encoding === 'identity' || br || gzip)
      expect(differing.length, 'files compared').toBeGreaterThan(50)
      for (const [path] of differing) {
        const headers = { 'Accept-Encoding': encoding }
        const { status, headers: sent } = await expectSame(path, 'GET', headers)
        expect(status, path).toBe(200)
        const again = { ...headers, 'If-None-Match': `W/${sent.etag}` }
        expect((await expectSame(path, 'GET', again)).status, `${path}, cached`).toBe(304)
      }
    },
  )

  it('responds like the process for other methods, paths, queries and on-demand routes', async () => {
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
      for (const path of ['/', '/faq', '/favicon.svg']) await expectSame(path, method)
    const others = [
      '/faq/',
      '/faq.html',
      '/index.html',
      '/faq?a=b',
      '/%66aq',
      '//faq',
      '/a/../faq',
      '/404',
      '/500',
      '/rien',
      '/_astro/rien.js',
    ]
    const asked = [
      '/contact?subject=commande',
      '/contact?subject=x',
      '/devis?piece=tapis&model=elegance',
      '/contact?a=1',
      '/merci/contact',
      '/formulaires/contact',
      '/FAQ',
      '/_image',
    ]
    for (const path of [...others, ...asked]) await expectSame(path)
    await expectSame('/faq', 'GET', { 'If-None-Match': '"autre"' })
    await expectSame('/partage.jpg', 'GET', { Range: 'bytes=0-9' })
  })

  it('serves pages while the process is stopped', async () => {
    await site.close()
    expect((await ask(`${nginx}/faq`)).status, 'status of a page').toBe(200)
    expect((await ask(`${nginx}/merci/contact`)).status, 'status of an on-demand route').toBe(502)
    // A conditional request gets the response of deploy/nginx.conf.
    const { status, body } = await ask(`${nginx}/faq`, 'GET', { 'If-None-Match': '"autre"' })
    expect([status, Buffer.from(body, 'base64').toString()]).toEqual([503, 'redémarre'])
  })
})
