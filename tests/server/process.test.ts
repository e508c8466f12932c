import childProcess from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { announcement } from '../../src/server/announcement.ts'
import { readConfig } from '../../src/server/config.ts'
import { logError, logProblem } from '../../src/server/log.ts'
import { createServiceManager } from '../../src/server/operations/service-manager.ts'
import { catchOutput, written } from '../support/caught-output.ts'
import { replaceBuiltin } from '../support/replace-builtin.ts'

/** Calls of systemd-notify. */
const notified: string[] = []
const execFile = (program: string, args: string[]) => void notified.push([program, ...args].join(' '))

catchOutput()
beforeEach(() => {
  notified.length = 0
  replaceBuiltin(childProcess, 'execFile', execFile as unknown as typeof childProcess.execFile)
})
afterEach(() => void vi.useRealTimers())

describe('the announcement at start', () => {
  const manifest = {
    siteUrl: 'http://localhost:4321',
    builtAt: '',
    commit: '',
    missing: [],
    notices: {},
  }
  const lines = (env: NodeJS.ProcessEnv, more: object = {}) =>
    announcement({ ...manifest, ...more }, readConfig(env), 4321)

  const mail = { SMTP_URL: 'smtp://hera:secret@x.fr', MAIL_FROM: 'a@b.fr', MAIL_TO: 'c@d.fr, e@f.fr' }

  it('contains the URL of the site, the path of the database and that SMTP_URL is missing', () => {
    expect(lines({ DATABASE_PATH: '/srv/hera.sqlite' })).toEqual([
      'Hera est à l’adresse http://localhost:4321',
      'Les formulaires sont enregistrés dans /srv/hera.sqlite',
      'Pour les lire et y répondre : npm run --silent hera -- desk',
      expect.stringMatching(/^SMTP_URL n’est pas défini/),
    ])
  })

  it('contains the missing facts, and no password', () => {
    const said = lines(mail, { missing: ['siret', 'telephone'] }).join('\n')
    expect(said).toMatch(/à compléter sur la maison : 2,/)
    expect(said).not.toContain('secret')
  })
})

it('systemd notifications are sent when the site is ready and stops, and twice per watchdog period', () => {
  vi.useFakeTimers()
  const manager = createServiceManager({ NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '10000000' })
  manager.ready()
  vi.advanceTimersByTime(4999)
  expect(notified).toEqual(['systemd-notify --ready'])
  vi.advanceTimersByTime(5001)
  expect(notified.slice(1)).toEqual(['systemd-notify WATCHDOG=1', 'systemd-notify WATCHDOG=1'])
  manager.stopping()
  vi.advanceTimersByTime(60_000)
  expect(notified.slice(3)).toEqual(['systemd-notify STOPPING=1'])
})

it('the log contains no control characters, whatever a mail server sent', () => {
  logProblem('mail', '550 no\u001B[2J\u0007 such\nuser')
  logError('outbox', new Error('\u001B]0;titre\u0007'))
  expect(written.err).toMatch(/ERROR mail: 550 no \[2J {2}such user\n.*ERROR outbox: Error: {2}\]0;titre \n$/)
})
