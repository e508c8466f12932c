import { execFile } from 'node:child_process'
import { logError } from '../log.ts'

/**
 * Tells systemd how the process is, by its program `systemd-notify`, because Node has no datagram sockets of Unix; does nothing
 * where systemd did not start it. The watchdog (WatchdogSec=) hears twice in its time that the process is alive: one whose event
 * loop stands still is started again. What a new start would not mend, such as a full disk, is for the state.
 */
export function createServiceManager(env: NodeJS.ProcessEnv) {
  if (!env.NOTIFY_SOCKET) return { ready() {}, stopping() {} }
  const watchdogUs = env.WATCHDOG_PID && Number(env.WATCHDOG_PID) !== process.pid ? 0 : Number(env.WATCHDOG_USEC ?? 0)
  let reported = false
  const notify = (...args: string[]) =>
    execFile('systemd-notify', args, (error) => {
      if (error && !reported) logError('systemd-notify', error)
      reported = error !== null
    })
  let timer: NodeJS.Timeout | undefined
  return {
    /** The site answers now. Signs of life for the watchdog follow from here on. */
    ready() {
      notify('--ready')
      if (watchdogUs > 0) timer = setInterval(() => notify('WATCHDOG=1'), watchdogUs / 1000 / 2)
    },
    /** The process was asked to stop. */
    stopping() {
      clearInterval(timer)
      notify('STOPPING=1')
    },
  }
}
