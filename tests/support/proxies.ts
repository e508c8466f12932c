import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, openSite, type Site } from './site.ts'

export type ProxyName = 'caddy' | 'nginx'
/** Host name of the site in these tests; replaces exemple.fr. */
export const NAME = 'hera.test'

interface Question {
  /** The plain port, whose requests are redirected. */
  plain?: boolean
  path?: string
  /** Body of a form; sent by POST. */
  form?: Record<string, unknown>
  /** Local address of the connection, in 127.0.0.0/8. */
  from?: string
}

/** True if the proxy and openssl (for its certificate) are installed. */
export function canRun(name: ProxyName): boolean {
  return [name, 'openssl'].every((program) => spawnSync(program, ['version']).error === undefined)
}

export type OpenProxy = Awaited<ReturnType<typeof openProxy>>

/**
 * Starts a proxy with the configuration of deploy/ in front of its own site, on free ports. Rejects with the output of
 * the proxy when it does not respond.
 */
export async function openProxy(name: ProxyName) {
  const folder = mkdtempSync(join(tmpdir(), 'hera-proxy-'))
  const ports = { site: await freePort(), http: await freePort(), https: await freePort() }
  const env = {
    PORT: String(ports.site),
    DATABASE_PATH: join(folder, 'hera.sqlite'),
    TRUSTED_PROXIES: '1',
    SITE_URL: 'http://localhost:4321',
  }
  let site: Site = await openSite(env)
  const child = START[name](folder, ports)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const proxy = {
    ask: (question: Question) => send(question, question.plain ? ports.http : ports.https),
    rows: (table: string) => site.rows(table),
    stopSite: () => site.close(),
    /** Starts the site again with the same database. */
    async restartSite() {
      site = await openSite(env)
    },
    /** Output and log files of the proxy so far. */
    written: () => output + globSync(join(folder, '*.log')).map((file) => readFileSync(file, 'utf8')),
    async close() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      await site.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  for (let tries = 0; tries < 100; tries++) {
    const answer = await proxy.ask({ from: '127.0.0.9' }).catch(() => undefined)
    if (answer?.statusCode === 200) return proxy
    await sleep(200)
  }
  await proxy.close()
  throw new Error(`${name} does not respond:\n${output}`)
}

const START: Record<ProxyName, (folder: string, ports: Record<'site' | 'http' | 'https', number>) => ChildProcess> = {
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

async function send({ plain, path = '/', form, from }: Question, port: number): Promise<IncomingMessage> {
  const entries = form && Object.entries(form).map(([name, value]) => [name, String(value)])
  const body = entries && new URLSearchParams(entries).toString()
  const type = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body?.length }
  const request = (plain ? requestHttp : requestHttps)({
    host: '127.0.0.1',
    servername: `www.${NAME}`,
    rejectUnauthorized: false,
    port,
    path,
    method: body === undefined ? 'GET' : 'POST',
    agent: false,
    headers: { Host: `www.${NAME}`, Accept: 'text/html', ...(body !== undefined && type) },
    ...(from && { localAddress: from }),
  }).end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response.resume()
}
