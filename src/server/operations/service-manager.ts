import { execFile } from 'node:child_process'
import { logError } from '../log.ts'

/**
 * Notifies systemd of the state of the process through the program `systemd-notify`, because Node has no Unix
 * datagram sockets; does nothing if systemd did not start the process. The watchdog (WatchdogSec=) is notified
 * twice per period, so that systemd restarts a process with a blocked event loop. Failures that a restart would
 * not fix, such as a full disk, are part of the state instead.
 */
export function createServiceManager(env: NodeJS.ProcessEnv) {
  if (!env.NOTIFY_SOCKET) return { ready() {}, stopping() {} }
  const watchdogUs = Number(env.WATCHDOG_USEC ?? 0)
  let reported = false
  const notify = (...args: string[]) =>
    execFile('systemd-notify', args, (error) => {
      if (error && !reported) logError('systemd-notify', error)
      reported = error !== null
    })
  let timer: NodeJS.Timeout | undefined
  return {
    /** The server responds now; starts the watchdog notifications. */
    ready() {
      notify('--ready')
      if (watchdogUs > 0) timer = setInterval(() => notify('WATCHDOG=1'), watchdogUs / 1000 / 2)
    },
    /** The process received a stop signal. */
    stopping() {
      clearInterval(timer)
      notify('STOPPING=1')
    },
  }
}
