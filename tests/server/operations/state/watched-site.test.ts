import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openDesk } from '../../../cli/desk.ts'
import { folder, scratchFolder } from '../../../scratch-folder.ts'
import { openSite, type Site } from '../../../site.ts'

const FOUR_YEARS_MS = 4 * 365 * 86_400_000
const AHEAD = {
  CLOCK_AHEAD_MS: String(FOUR_YEARS_MS),
  // Quoted, because the path of the project may contain a space.
  NODE_OPTIONS: `--require "${resolve('tests/shifted-clock.cjs')}"`,
}

let site: Site | undefined
scratchFolder()
afterEach(async () => {
  await site?.close()
  site = undefined
})

const deep = async () => {
  const response = await fetch(`${site?.url}/api/health?deep`)
  return { status: response.status, body: (await response.json()) as Record<string, never> }
}

describe('start with the clock four years ahead', () => {
  it('deletes nothing, and reports it in log, health check, heartbeat and doctor', async () => {
    const desk = openDesk()
    const today = new Date().toISOString().slice(0, 10)
    for (const name of ['contact', 'waitlist', 'partnership'] as const) desk.submit(name, {}, { day: today })
    const heard: string[] = []
    const monitor = createServer((req, res) => {
      heard.push(String(req.url))
      res.end()
    }).listen(0, '127.0.0.1')
    await once(monitor, 'listening')
    const { port } = monitor.address() as AddressInfo
    site = await openSite({ DATABASE_PATH: desk.path, HEARTBEAT_URL: `http://127.0.0.1:${port}/jeton`, ...AHEAD })
    await expect.poll(site.output).toContain('ERROR purge: rien n’est effacé, car l’horloge dit')
    expect(site.rows('contact_messages'), 'messages after the start').toHaveLength(1)
    expect(await deep()).toMatchObject({
      status: 503,
      body: { status: 'fail', checks: { clock: [{ status: 'fail' }], purge: [{ status: 'fail' }] } },
    })
    expect(heard).toEqual(['/jeton/fail'])
    const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ')
    const env = { ...process.env, DATABASE_PATH: desk.path, ...AHEAD }
    const run = (command: string) => spawnSync(process.execPath, ['hera.mjs', command], { env, encoding: 'utf8' })
    const doctor = run('doctor')
    expect(doctor.status, 'exit code of doctor').toBe(1)
    expect(plain(doctor.stdout)).toContain('✗ Durées de conservation : L’effacement de chaque jour attend votre accord')
    expect(run('purge').status, 'exit code of purge').toBe(1)
    expect(site.rows('waitlist_signups'), 'sign-ups after the purge command').toHaveLength(1)
    await site.close()

    // With the right clock, the site purges again.
    site = await openSite({ DATABASE_PATH: desk.path })
    await expect.poll(site.output).toContain('purge nothing')
    expect((await deep()).body.checks).toMatchObject({ purge: [{ status: 'pass' }] })
    monitor.close()
    desk.close()
  })
})

it('the server notifies systemd that it is ready, alive and stopping', async () => {
  const told = join(folder, 'told')
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$*" >> ${told}\n`)
  chmodSync(join(folder, 'systemd-notify'), 0o755)
  const lines = () => readFileSync(told, { encoding: 'utf8', flag: 'a+' }).trimEnd().split('\n')
  site = await openSite({
    PATH: `${folder}:${process.env.PATH}`,
    NOTIFY_SOCKET: join(folder, 'socket'),
    WATCHDOG_USEC: '400000',
  })
  await expect
    .poll(() => lines().filter((line) => line === 'WATCHDOG=1').length, { message: 'WATCHDOG notifications' })
    .toBeGreaterThan(1)
  expect(lines()[0]).toBe('--ready')
  expect(await site.close(), 'exit code of the site').toBe(0)
  expect(lines()).toContain('STOPPING=1')
})
