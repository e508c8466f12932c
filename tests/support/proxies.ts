import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, openSite, type Site } from './site.ts'

export type ProxyName = 'caddy' | 'nginx'
/** Host name of the site in these tests; replaces exemple.fr. */
export const NAME = 'hera.test'

/** A running proxy with the configuration of deploy/, in front of its own site, on free ports. */
export interface OpenProxy {
  site: Site
  httpPort: number
  httpsPort: number
  /** Stops the site as a restart does; `restartSite` starts it again with the same database. */
  stopSite(): Promise<void>
  restartSite(): Promise<void>
  ask(question: Question): Promise<Answer>
  /** Output and log files of the proxy so far. */
  written(): string
  close(): Promise<void>
}

interface Question {
  scheme?: 'http' | 'https'
  host?: string
  path?: string
  /** Body of a form; sent by POST. */
  form?: Record<string, unknown>
  headers?: Record<string, string>
  /** Local address of the connection, in 127.0.0.0/8. */
  from?: string
}
interface Answer {
  status: number | undefined
  headers: Record<string, string | string[] | undefined>
}

const FLAGS = { caddy: 'version', nginx: '-v' }

/** True if the proxy and openssl (for its certificate) are installed. */
export function canRun(name: ProxyName): boolean {
  return [spawnSync(name, [FLAGS[name]]), spawnSync('openssl', ['version'])].every(({ error }) => error === undefined)
}

/** Starts a site and a proxy in front of it. Rejects with the output of the proxy when it does not respond. */
export async function openProxy(name: ProxyName): Promise<OpenProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'hera-proxy-'))
  const [sitePort, httpPort, httpsPort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    PORT: String(sitePort),
    DATABASE_PATH: join(folder, 'hera.sqlite'),
    TRUSTED_PROXIES: '1',
    SITE_URL: 'http://localhost:4321',
  }
  let site: Site = await openSite(env)
  const child = START[name](folder, { site: sitePort, http: httpPort, https: httpsPort })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))

  const ask = (question: Question) => send(question, question.scheme === 'http' ? httpPort : httpsPort)
  const stopSite = async () => void (await site.close())
  const proxy: OpenProxy = {
    get site() {
      return site
    },
    httpPort,
    httpsPort,
    ask,
    stopSite,
    async restartSite() {
      site = await openSite(env)
    },
    written: () =>
      output +
      readdirSync(folder)
        .map((file) => (file.endsWith('.log') ? readFileSync(join(folder, file)) : ''))
        .join(''),
    async close() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      await stopSite()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  for (let tries = 0; tries < 100; tries++) {
    const answer = await ask({ from: '127.0.0.9' }).catch(() => undefined)
    if (answer?.status === 200) return proxy
    await sleep(200)
  }
  await proxy.close()
  throw new Error(`${name} does not respond:\n${proxy.written()}`)
}

interface Ports {
  site: number
  http: number
  https: number
}

const START: Record<ProxyName, (folder: string, ports: Ports) => ChildProcess> = {
  caddy(folder, ports) {
    const options = `admin off\n local_certs\n skip_install_trust\n http_port ${ports.http}\n https_port ${ports.https}\n`
    const config = readFileSync('deploy/Caddyfile', 'utf8')
      .replace(/^\{\n/m, `{\n${options}`)
      .replaceAll('exemple.fr', NAME)
      .replaceAll('127.0.0.1:4321', `127.0.0.1:${ports.site}`)
    writeFileSync(join(folder, 'Caddyfile'), config)
    const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], { env })
  },
  nginx(folder, ports) {
    const certificate = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=${NAME} -keyout ${folder}/key.pem -out ${folder}/cert.pem`
    spawnSync('openssl', certificate.split(' '))
    const config = readFileSync('deploy/nginx.conf', 'utf8')
      .replace(/^ *listen \[::\].*\n/gm, '')
      .replace(/listen 80\b/g, `listen 127.0.0.1:${ports.http}`)
      .replace(/listen 443\b/g, `listen 127.0.0.1:${ports.https}`)
      .replace(/\/etc\/letsencrypt\S*fullchain\.pem/, `${folder}/cert.pem`)
      .replace(/\/etc\/letsencrypt\S*privkey\.pem/, `${folder}/key.pem`)
      .replaceAll('/var/log/nginx/', `${folder}/`)
      .replaceAll('exemple.fr', NAME)
      .replaceAll('127.0.0.1:4321', `127.0.0.1:${ports.site}`)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (each) => `${each}_temp_path ${folder}/${each};`,
    )
    // Like Debian's nginx.conf, which includes the file, it logs every request.
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    const main = `${user} pid ${folder}/nginx.pid; error_log ${folder}/error.log; daemon off; events {}
      http { access_log ${folder}/access.log; ${temporary.join(' ')}\n${config}}`
    writeFileSync(join(folder, 'nginx.conf'), main)
    return spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')])
  },
}

function send(
  { scheme = 'https', host = `www.${NAME}`, path = '/', form, headers = {}, from }: Question,
  port: number,
) {
  const body =
    form && new URLSearchParams(Object.entries(form).map(([name, value]) => [name, String(value)])).toString()
  const bodyHeaders =
    body === undefined
      ? {}
      : { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(body.length) }
  const options = {
    host: '127.0.0.1',
    port,
    path,
    method: body === undefined ? 'GET' : 'POST',
    agent: false as const,
    headers: { Host: host, Accept: 'text/html', ...bodyHeaders, ...headers },
    ...(from && { localAddress: from }),
  }
  return new Promise<Answer>((resolve, reject) => {
    const req =
      scheme === 'http'
        ? requestHttp(options)
        : requestHttps({ ...options, servername: host, rejectUnauthorized: false })
    req.once('response', (response) => resolve({ status: response.resume().statusCode, headers: response.headers }))
    req.once('error', reject)
    req.end(body)
  })
}
