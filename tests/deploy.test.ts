import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CONNECTION_LIMITS } from '../src/server/http/connection-limits.ts'
import { SERVE } from './site.ts'

const [, ...command] = SERVE

it.each([
  ['npm start', JSON.parse(readFileSync('package.json', 'utf8')).scripts.start],
  ['systemd', /^ExecStart=(.*)$/m.exec(readFileSync('deploy/systemd/hera.service', 'utf8'))?.[1]],
  ['the container', JSON.parse(/^CMD (.*)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? '[]').join(' ')],
])('%s runs what npm run serve runs', (_, line) => {
  expect(command).toContain('server.mjs')
  expect(line).toMatch(new RegExp(`node ${command.join(' ')}$`))
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
