import childProcess from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { announcement } from '../../src/server/announcement.ts'
import { isSameBuild, MANIFEST_FILE, readBuildManifest } from '../../src/server/build-manifest.ts'
import { steadyClock, systemClock } from '../../src/server/clock.ts'
import { readConfig } from '../../src/server/config.ts'
import { log, logError, logProblem } from '../../src/server/log.ts'
import { main } from '../../src/server/main.ts'
import { createServiceManager } from '../../src/server/operations/service-manager.ts'
import { catchOutput, written } from '../support/caught-output.ts'
import { replaceBuiltin } from '../support/replace-builtin.ts'
import { folder, scratchFolder } from '../support/scratch-folder.ts'

/** Calls of systemd-notify, and the error that each of them ends with. */
const notified = { calls: [] as string[], error: null as Error | null }
const execFile = (program: string, args: string[], done: (error: Error | null) => void) => {
  notified.calls.push([program, ...args].join(' '))
  done(notified.error)
}

catchOutput()
beforeEach(() => {
  notified.calls.length = 0
  notified.error = null
  replaceBuiltin(childProcess, 'execFile', execFile as typeof childProcess.execFile)
})
afterEach(() => void vi.useRealTimers())

describe('a failed start', () => {
  it('ends with one line about the error', async () => {
    expect(await main({ PORT: 'beaucoup' }), 'exit code').toBe(1)
    expect(written.err).toMatch(/^PORT [^\n]*« beaucoup »\.\n$/)
  })
})

describe('the announcement at start', () => {
  const manifest = {
    siteUrl: 'http://localhost:4321',
    builtAt: '',
    commit: '',
    missing: [],
    campaignEnds: '2026-12-01',
    notices: {},
  }
  const lines = (env: NodeJS.ProcessEnv, more: object = {}, now = '2026-11-22T10:00:00Z') =>
    announcement({ ...manifest, ...more }, readConfig(env), 4321, new Date(now))

  const mail = { SMTP_URL: 'smtp://hera:secret@x.fr', MAIL_FROM: 'a@b.fr', MAIL_TO: 'c@d.fr, e@f.fr' }
  const PUBLIC = { siteUrl: 'https://www.hera.fr' }

  it('contains the URL of the site, the path of the database and that SMTP_URL is missing', () => {
    expect(lines({ DATABASE_PATH: '/srv/hera.sqlite' })).toEqual([
      'Hera est à l’adresse http://localhost:4321',
      'Les formulaires sont enregistrés dans /srv/hera.sqlite',
      'Pour les lire et y répondre : npm run --silent hera -- desk',
      expect.stringMatching(/^SMTP_URL n’est pas défini/),
    ])
  })

  it.each<[string, NodeJS.ProcessEnv, object, RegExp]>([
    ['the host', { HOST: '::' }, {}, /^Hera est à l’adresse http:\/\/\[::\]:4321\n/],
    ['a name instead of every address', { HOST: '0.0.0.0' }, {}, /^Hera est à l’adresse http:\/\/localhost:4321\n/],
    [
      'the public URL, and the port of the proxy',
      {},
      PUBLIC,
      /^Hera répond à https:\/\/www\.hera\.fr, .*localhost:4321\n/,
    ],
    ['what a public site without e-mail does not send', {}, PUBLIC, /rétractation s’affiche .* il n’est pas envoyé/],
    ['sender and recipients', mail, {}, /^Les e-mails partent .* de a@b\.fr.* vont à c@d\.fr, e@f\.fr\.$/m],
    ['missing facts', {}, { missing: ['siret', 'telephone'] }, /^2 faits manquent/m],
  ])('contains %s', (_, env, build, line) => {
    const said = lines(env, build).join('\n')
    expect(said).toMatch(line)
    expect(said).not.toContain('secret')
  })

  it('does not speak of withdrawals where their acknowledgement is sent or nobody can withdraw', () => {
    for (const said of [lines(mail, PUBLIC), lines({})]) expect(said.join()).not.toContain('rétractation')
  })

  it('contains the end of the campaign from the day after it in Paris', () => {
    expect(lines({}, {}, '2026-12-01T22:59:59Z'), 'lines on the last evening').toHaveLength(4)
    expect(lines({}, {}, '2026-12-01T23:00:00Z')[4]).toMatch(/finie depuis le 2026-12-01/)
  })
})

describe('files read at start', () => {
  scratchFolder()

  it('include the build manifest, which changes with each build; without it the error tells how to build', () => {
    const dist = pathToFileURL(`${folder}/`)
    const write = (build: object) => writeFileSync(join(folder, MANIFEST_FILE), JSON.stringify(build))
    expect(() => readBuildManifest(dist)).toThrow('Le site n’est pas construit : lancez d’abord « npm run build ».')
    write({ builtAt: '2026-11-21T10:00:00.000Z', siteUrl: 'https://hera.example' })
    const started = readBuildManifest(dist)
    expect(started).toEqual({ builtAt: '2026-11-21T10:00:00.000Z', siteUrl: 'https://hera.example' })
    expect(isSameBuild(dist, started), 'the same build').toBe(true)
    write({ builtAt: '2026-11-21T10:05:00.000Z' })
    expect(isSameBuild(dist, started), 'another build').toBe(false)
    rmSync(join(folder, MANIFEST_FILE))
    expect(isSameBuild(dist, started), 'no build').toBe(false)
  })
})

describe('systemd notifications', () => {
  const SOCKET = { NOTIFY_SOCKET: '/run/systemd/notify' }

  it('are not sent if systemd did not start the process', () => {
    const manager = createServiceManager({})
    manager.ready()
    manager.stopping()
    expect(notified.calls).toEqual([])
  })

  it('are sent when the site is ready and stops, and twice per watchdog period', () => {
    vi.useFakeTimers()
    const manager = createServiceManager({ ...SOCKET, WATCHDOG_USEC: '10000000', WATCHDOG_PID: String(process.pid) })
    manager.ready()
    vi.advanceTimersByTime(4999)
    expect(notified.calls).toEqual(['systemd-notify --ready'])
    vi.advanceTimersByTime(5001)
    expect(notified.calls.slice(1)).toEqual(['systemd-notify WATCHDOG=1', 'systemd-notify WATCHDOG=1'])
    manager.stopping()
    vi.advanceTimersByTime(60_000)
    expect(notified.calls.slice(3)).toEqual(['systemd-notify STOPPING=1'])
  })

  it.each([{}, { WATCHDOG_USEC: '10000000', WATCHDOG_PID: '1' }])('include no foreign watchdog: %o', (watchdog) => {
    vi.useFakeTimers()
    createServiceManager({ ...SOCKET, ...watchdog }).ready()
    vi.advanceTimersByTime(60_000)
    expect(notified.calls).toEqual(['systemd-notify --ready'])
  })

  it('that fail are logged once, and again after a success', () => {
    const manager = createServiceManager(SOCKET)
    notified.error = new Error('ENOENT')
    manager.ready()
    manager.ready()
    expect(written.err.match(/ERROR systemd-notify/g), 'lines about one failure').toHaveLength(1)
    notified.error = null
    manager.ready()
    notified.error = new Error('ENOENT')
    manager.stopping()
    expect(written.err.match(/ERROR systemd-notify/g), 'lines after the next failure').toHaveLength(2)
  })
})

describe('the log', () => {
  it('contains one line per event or error, with its time, and the code or class of an error', () => {
    log('stopping')
    expect(written.out).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z stopping\n$/)
    logError('store', Object.assign(new Error('no\n  space'), { code: 'ENOSPC' }))
    logError('store', new TypeError('x is\tnot'))
    expect(written.err).toMatch(/ERROR store: ENOSPC no space\n.*ERROR store: TypeError: x is not\n$/)
  })

  it('contains no control characters, whatever a mail server sent', () => {
    logProblem('mail', '550 no\u001B[2J\u0007 such\nuser')
    logError('outbox', new Error('\u001B]0;titre\u0007'))
    expect(written.err).toMatch(/ERROR mail: 550 no \[2J {2}such user\n.*ERROR outbox: Error: {2}\]0;titre \n$/)
  })
})

it('systemClock follows the machine, and steadyClock continues evenly from the same time', () => {
  const [system, steady] = [systemClock().getTime(), steadyClock().getTime()]
  expect(Math.abs(system - steady)).toBeLessThan(60_000)
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
  expect(systemClock().getTime(), 'time of the machine').toBe(0)
  expect(steadyClock().getTime()).toBeGreaterThanOrEqual(steady)
})
