import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ExpectedError } from '../expected-error.ts'
import { CONNECTION_LIMITS } from './connection-limits.ts'

/** The first descriptor that a service manager passes (sd_listen_fds(3), SD_LISTEN_FDS_START). */
const PASSED = 3
/** French reason why the server cannot listen, by system error code, with the setting that it names. */
const REFUSED: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_, port) => `PORT vaut ${port}, mais un autre programme y écoute déjà : donnez-en un autre.`,
  EACCES: (_, port) => `PORT vaut ${port}, mais ce compte n’a pas le droit d’y écouter : donnez-en un autre.`,
  ENOTFOUND: notOurs,
  EAI_AGAIN: notOurs,
  EADDRNOTAVAIL: notOurs,
}

function notOurs(host: string): string {
  return `HOST vaut ${host}, qui n’est pas une adresse de cette machine : donnez-en une autre.`
}

/**
 * Starts listening on the socket that systemd passed (`deploy/hera.socket`), which queues connections while the
 * process restarts; without one, on the configured address.
 * @param env LISTEN_FDS is the number of sockets passed, LISTEN_PID the process that they are for
 * @returns the port, which the system chooses if the configured one is 0. Rejects if the server cannot listen; with
 * ExpectedError if the port is taken or not permitted, or if the host is not an address of this machine.
 */
export function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const address = isSocketPassed(env) ? { fd: PASSED } : { port, host, backlog: CONNECTION_LIMITS.connections }
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = REFUSED[error.code ?? '']
      reject(sentence ? new ExpectedError(sentence(host, port)) : error)
    })
    server.listen(address, () => resolve((server.address() as AddressInfo).port))
  })
}

/** True if exactly one socket was passed to this process. Programs other than systemd omit LISTEN_PID. */
function isSocketPassed({ LISTEN_FDS, LISTEN_PID }: NodeJS.ProcessEnv): boolean {
  return LISTEN_FDS === '1' && (!LISTEN_PID || Number(LISTEN_PID) === process.pid)
}
