import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { request } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { valid } from '../../samples.ts'
import { freePort, openSite, type Site } from '../../site.ts'

const isInstalled = (program: string, flag: string) => spawnSync(program, [flag]).error === undefined
const folder = mkdtempSync(join(tmpdir(), 'hera-proxy-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A proxy with the configuration of deploy/, on a port of its own before a site of its own. */
interface Proxy {
  site: Site
  port: number
  close: () => Promise<unknown>
}

const SETUPS: Record<string, (port: number, upstream: string) => ChildProcess> = {
  caddy(port, upstream) {
    const config = readFileSync('deploy/Caddyfile', 'utf8')
      .replace(/^exemple\.fr \{[^}]*\}\n/m, '')
      .replace('www.exemple.fr {', `https://localhost:${port} {\n\ttls internal`)
      .replace('127.0.0.1:4321', upstream)
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${config}`)
    const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { env, stdio: 'ignore' })
  },
  nginx(port, upstream) {
    const openssl = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout ${folder}/key.pem -out ${folder}/cert.pem`
    spawnSync('openssl', openssl.split(' '))
    const config = readFileSync('deploy/nginx.conf', 'utf8')
      .replace(/server \{\s+listen 80;[\s\S]*?\n\}\n/, '')
      .replace(/listen (\[::\]:)?443/g, (_, ipv6) => (ipv6 ? `listen [::1]:${port}` : `listen 127.0.0.1:${port}`))
      .replaceAll('www.exemple.fr;', 'localhost;')
      .replace(/\/etc\/letsencrypt\S*fullchain\.pem/, `${folder}/cert.pem`)
      .replace(/\/etc\/letsencrypt\S*privkey\.pem/, `${folder}/key.pem`)
      .replace('127.0.0.1:4321', upstream)
    const file = join(folder, 'nginx.conf')
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    writeFileSync(
      file,
      `pid ${folder}/nginx.pid; error_log ${folder}/error.log; daemon off; events {} http { access_log off; ${paths.join(' ')}\n${config}}`,
    )
    return spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' })
  },
}

describe.each([
  ['caddy', 'version'],
  ['nginx', '-v'],
])('behind %s', (name, flag) => {
  const run = isInstalled(name, flag) && isInstalled('openssl', 'version')
  let proxy: Proxy

  beforeAll(async () => {
    if (run) proxy = await openProxy(name)
  }, 60_000)
  afterAll(() => proxy?.close())

  it.skipIf(!run)('a form is stored, and its sender is known by the address of the visitor', async () => {
    expect((await postForm(proxy.port, valid.contact)).status).toBe(303)
    expect(proxy.site.rows('contact_messages')).toHaveLength(1)
    for (let n = 0; n < 30; n++) await postForm(proxy.port, {})
    expect((await postForm(proxy.port, {})).status).toBe(429)
    expect((await postForm(proxy.port, {}, '127.0.0.2')).status).toBe(422)
  })

  it.skipIf(!run)('forms go on while two connections send hundreds of bodies that never end', async () => {
    const attackers = Array.from({ length: 2 }, () => connectHttp2(proxy.port, '127.0.0.3'))
    for (const session of attackers) {
      session.on('error', () => {})
      for (let n = 0; n < 126; n++) {
        const stream = session.request({
          ':method': 'POST',
          ':path': '/formulaires/contact',
          'content-type': 'application/json',
        })
        stream.on('error', () => {})
        stream.write('{')
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        postForm(proxy.port, { ...valid.contact, message: `Message ${n}` }, '127.0.0.4'),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303))
    for (const session of attackers) session.destroy()
  })
})

async function openProxy(name: string): Promise<Proxy> {
  const site = await openSite({ TRUSTED_PROXIES: '1', SITE_URL: 'http://localhost:4321' })
  const port = await freePort()
  const child = SETUPS[name]?.(port, new URL(site.url).host)
  await vi.waitFor(() => postForm(port, {}, '127.0.0.9'), { timeout: 30_000, interval: 200 })
  return {
    site,
    port,
    close() {
      child?.kill()
      return site.close()
    },
  }
}

/** Posts a form from one of the addresses of this machine. */
function postForm(
  port: number,
  values: Record<string, unknown> | undefined,
  localAddress = '127.0.0.1',
): Promise<{ status?: number | undefined }> {
  const body = new URLSearchParams(
    Object.entries(values ?? {}).map(([name, value]) => [name, String(value)]),
  ).toString()
  return new Promise((resolve, reject) => {
    const req = request({
      host: 'localhost',
      port,
      family: 4,
      localAddress,
      path: '/formulaires/contact',
      method: 'POST',
      rejectUnauthorized: false,
      agent: false,
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': Buffer.byteLength(body),
        Accept: 'text/html',
      },
    })
    req.once('response', (response) => resolve({ status: response.resume().statusCode }))
    req.once('error', reject)
    req.end(body)
  })
}

/** An HTTP/2 connection from one of the addresses of this machine. */
function connectHttp2(port: number, localAddress: string) {
  return connect(`https://localhost:${port}`, {
    createConnection: () =>
      connectTls({
        socket: connectTcp({ host: '127.0.0.1', port, localAddress }),
        servername: 'localhost',
        ALPNProtocols: ['h2'],
        rejectUnauthorized: false,
      }),
  })
}
