import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config.ts'

/** How long a server may take until it answers, in milliseconds. */
const START_MS = 30_000
const PAUSE_MS = 250
const UNITS = ['hera.socket', 'hera.service']

export type Host = ReturnType<typeof systemdHost>

/** The machine that a release is installed on, where systemd runs the service `hera`. */
export function systemdHost({ databasePath, siteUrl, host, port }: Config) {
  const address = `http://${host === '0.0.0.0' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
  const { uid, gid } = statSync(existsSync(databasePath) ? databasePath : dirname(databasePath))
  const systemctl = (...args: string[]) => void spawnSync('systemctl', args, { stdio: 'ignore' })
  return {
    databasePath,
    /** Origin that a release must be built for; undefined where the environment does not say. */
    siteUrl,
    /** The account of the service. Programs of a release run under it, so that they leave no file that it cannot write. */
    account: { uid, gid },
    // The outcome of systemctl is not asked for: whether the server answers says more.
    /** Stops what is served, if anything is, and serves what `current` points to. */
    async restart() {
      // The unit files are part of a release.
      systemctl('daemon-reload')
      // A server that failed several times is not started again without it.
      systemctl('reset-failed', ...UNITS)
      // A stopped socket is opened again by the service, which wants it.
      systemctl('restart', 'hera.service')
      // nginx may serve the files of the release by itself (dist/nginx-static.conf). Nothing happens where it does not run.
      systemctl('try-reload-or-restart', 'nginx')
    },
    // A visit would start the service again as long as its socket is open.
    stop: async (): Promise<void> => systemctl('stop', ...UNITS),
    /** True once the server answers; false when it does not within half a minute. */
    answers: () => answersWithin(START_MS, address),
  }
}

/** True once the home page and a write to the database go well; false when they do not within the time, in milliseconds. */
export async function answersWithin(ms: number, address: string): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(PAUSE_MS)) {
    // A connection that waits for a server that never starts is not refused.
    const signal = AbortSignal.timeout(end - Date.now())
    const answers = await Promise.allSettled(['/', '/api/health'].map((path) => fetch(address + path, { signal })))
    if (answers.every((each) => each.status === 'fulfilled' && each.value.ok)) return true
  }
  return false
}
