import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { CONNECTION_LIMITS } from '../src/server/http/connection-limits.ts'
import { openSite, PROGRAM_ENV, SERVE } from './site.ts'

const [, ...command] = SERVE

it.each([
  ['npm start', JSON.parse(readFileSync('package.json', 'utf8')).scripts.start],
  ['systemd', /^ExecStart=(.*)$/m.exec(readFileSync('deploy/hera.service', 'utf8'))?.[1]],
  ['the container', JSON.parse(/^CMD (.*)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? '[]').join(' ')],
])('%s runs what npm run serve runs', (_, line) => {
  expect(command).toContain('server.mjs')
  expect(line).toMatch(new RegExp(`node ${command.join(' ')}$`))
})

/** How the health check of the container ends beside a server on that port. */
async function healthCheck(port: string | number): Promise<number | null> {
  const line = /^HEALTHCHECK [^\n]*\\\n\s+CMD (.*)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? '[]'
  const [, ...args] = JSON.parse(line) as string[]
  const check = spawn(process.execPath, args, { env: { ...PROGRAM_ENV, PORT: String(port) } })
  const [code] = await once(check, 'exit')
  return code
}

it('the container is healthy while the site is ready, and no longer than that', async () => {
  const site = await openSite()
  onTestFinished(async () => void (await site.close()))
  const { port } = new URL(site.url)
  expect(await healthCheck(port)).toBe(0)
  await site.close()
  expect(await healthCheck(port)).toBe(1)
})

it.each<[string, RequestListener]>([
  ['whose disk takes no write', (_, response) => response.writeHead(503).end()],
  ['that hangs', () => {}],
])('the container is not healthy beside a server %s', async (_, answer) => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  expect(await healthCheck((server.address() as AddressInfo).port)).toBe(1)
})

// A proxy that waited longer than the server would hold what the server has given up.
it.each([
  ['Caddyfile', { headersMs: /read_header (\d+)s/, requestMs: /read_body (\d+)s/, idleMs: /idle (\d+)s/ }],
  [
    'nginx.conf',
    {
      headersMs: /client_header_timeout (\d+)s/,
      requestMs: /client_body_timeout (\d+)s/,
      idleMs: /keepalive_timeout (65)s/,
    },
  ],
] as const)('%s holds the limits of the server', (file, limits) => {
  const text = readFileSync(`deploy/${file}`, 'utf8')
  const seconds = (limit: RegExp) => Number(limit.exec(text)?.[1])
  for (const [name, limit] of Object.entries(limits))
    expect(seconds(limit) * 1000, name).toBe(CONNECTION_LIMITS[name as keyof typeof limits])
  expect(text).toMatch(/max_header_size 16KB|large_client_header_buffers 4 16k/)
})
