import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openInstallation } from '../../../cli/installation.ts'
import { plain } from '../../../plain.ts'
import { openSite, type Site } from '../../../site.ts'
import { type MailServer, openMailServer } from '../../../smtp.ts'

const FOUR_YEARS_MS = 4 * 365 * 86_400_000
const AHEAD = {
  CLOCK_AHEAD_MS: String(FOUR_YEARS_MS),
  // Quoted, because the path of the project may contain a space.
  NODE_OPTIONS: `--require "${resolve('tests/shifted-clock.cjs')}"`,
}

const NOTIFY = { NOTIFY_SOCKET: 'x', WATCHDOG_USEC: '400000' }

let desk: ReturnType<typeof openInstallation>
let monitor: Server
let mail: MailServer
let site: Site
/** Calls of the heartbeat, and a file with the arguments of each call of systemd-notify. */
const heard: string[] = []
let told: string
beforeAll(async () => {
  desk = openInstallation()
  const today = new Date().toISOString().slice(0, 10)
  for (const name of ['contact', 'waitlist', 'partnership'] as const) desk.submit(name, {}, { day: today })
  mail = await openMailServer()
  monitor = createServer((req, res) => {
    heard.push(String(req.url))
    res.end()
  }).listen(0, '127.0.0.1')
  await once(monitor, 'listening')
  const { port } = monitor.address() as AddressInfo
  told = desk.file('told')
  writeFileSync(desk.file('systemd-notify'), `#!/bin/sh\necho "$*" >> ${told}\n`, { mode: 0o755 })
  site = await openSite({
    PATH: `${dirname(told)}:${process.env.PATH}`,
    DATABASE_PATH: desk.path,
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'bonjour@hera.example', MAIL_TO: 'atelier@hera.example' },
    HEARTBEAT_URL: `http://127.0.0.1:${port}/jeton`,
    ...AHEAD,
    ...NOTIFY,
  })
})
afterAll(async () => {
  await site?.close()
  monitor.close()
  await mail?.close()
  desk.close()
})

it('a site whose clock is four years ahead deletes nothing, and reports it in log, health, heartbeat and doctor', async () => {
  await expect.poll(site.output).toContain('ERROR purge: rien n’est effacé, car l’horloge dit')
  expect(site.rows('contact_messages'), 'messages after the start').toHaveLength(1)
  const health = await fetch(`${site.url}/api/health?deep`)
  expect(health.status, 'status of the health check').toBe(503)
  expect(await health.json()).toMatchObject({
    status: 'fail',
    checks: { clock: [{ status: 'fail' }], purge: [{ status: 'fail' }] },
  })
  expect(heard).toEqual(['/jeton/fail'])
  const env = { ...process.env, DATABASE_PATH: desk.path, ...AHEAD }
  const run = (command: string) => spawnSync(process.execPath, ['hera.mjs', command], { env, encoding: 'utf8' })
  const doctor = run('doctor')
  expect(doctor.status, 'exit code of doctor').toBe(1)
  expect(plain(doctor.stdout)).toContain('✗ Durées de conservation : L’effacement de chaque jour est suspendu')
  expect(run('purge').status, 'exit code of purge').toBe(1)
  expect(site.rows('waitlist_signups'), 'sign-ups after the purge command').toHaveLength(1)
})

it('the server notifies systemd that it is ready, alive and stopping', async () => {
  const lines = () => readFileSync(told, 'utf8').trimEnd().split('\n')
  await expect
    .poll(() => lines().filter((line) => line === 'WATCHDOG=1').length, { message: 'WATCHDOG notifications' })
    .toBeGreaterThan(1)
  expect(lines()[0]).toBe('--ready')
  expect(await site.close(), 'exit code of the site').toBe(0)
  expect(lines()).toContain('STOPPING=1')
})
