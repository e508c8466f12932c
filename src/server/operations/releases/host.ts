import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config.ts'

/** How long a server may take to respond after its start, in milliseconds. */
const START_MS = 30_000
const PAUSE_MS = 250
const UNITS = ['hera.socket', 'hera.service']

export type Host = ReturnType<typeof systemdHost>

/** Controls the machine that a release is installed on, where systemd runs the service `hera`. */
export function systemdHost({ databasePath, siteUrl, host, port }: Config) {
  const address = `http://${host === '0.0.0.0' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
  const { uid, gid } = statSync(existsSync(databasePath) ? databasePath : dirname(databasePath))
  const systemctl = (...args: string[]) => void spawnSync('systemctl', args, { stdio: 'ignore' })
  return {
    databasePath,
    /** Origin that a release must be built for; undefined if SITE_URL is not set. */
    siteUrl,
    /** Account of the service. Programs of a release run under it, so that the service can write all their files. */
    account: { uid, gid },
    // The exit code of systemctl is ignored: the response of the server is a better test.
    /** Stops the running release, if any, and starts the one that `current` points to. */
    async restart() {
      // Unit files are part of a release.
      systemctl('daemon-reload')
      // Without this, systemd does not start a server again that has failed several times.
      systemctl('reset-failed', ...UNITS)
      // Starts a stopped socket too, because the service wants it.
      systemctl('restart', 'hera.service')
      // nginx may serve the files of the release itself (dist/nginx-static.conf). Has no effect if nginx does not run.
      systemctl('try-reload-or-restart', 'nginx')
    },
    // Stops the socket too, otherwise the next request would start the service again.
    stop: async (): Promise<void> => systemctl('stop', ...UNITS),
    /** Resolves to true once the server responds, to false if it does not within half a minute. */
    answers: () => answersWithin(START_MS, address),
  }
}

/** Resolves to true once home page and health check succeed, to false if they do not within `ms` milliseconds. */
export async function answersWithin(ms: number, address: string): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(PAUSE_MS)) {
    // The socket accepts connections even if the server never starts, so requests need a timeout.
    const signal = AbortSignal.timeout(end - Date.now())
    const answers = await Promise.allSettled(['/', '/api/health'].map((path) => fetch(address + path, { signal })))
    if (answers.every((each) => each.status === 'fulfilled' && each.value.ok)) return true
  }
  return false
}
