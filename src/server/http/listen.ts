import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ExpectedError } from '../expected-error.ts'
import { CONNECTION_LIMITS } from './connection-limits.ts'

/** The first descriptor that a service manager passes (sd_listen_fds(3), SD_LISTEN_FDS_START). */
const PASSED = 3
/** French reason why a port cannot be opened, by system error code. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'un autre programme écoute déjà'],
  ['EACCES', 'ce compte n’a pas le droit d’écouter'],
])
/** System error codes of a host that is no address of this machine. */
const FOREIGN: readonly (string | undefined)[] = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']

/**
 * Starts listening on the socket that systemd passed (`deploy/hera.socket`), which queues connections while the
 * process restarts; without one, on the configured address.
 * @param env LISTEN_FDS is the number of sockets passed, LISTEN_PID the process that they are for
 * @returns the port, which the system chooses if the configured one is 0. Rejects if the server cannot listen;
 * with ExpectedError if the port is taken or not permitted, if the host is not an address of this machine, or if the
 * socket has another port than the configuration, because `deploy/deploy.sh` asks the configured port.
 */
export function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const passed = isSocketPassed(env)
  const address = passed ? { fd: PASSED } : { port, host, backlog: CONNECTION_LIMITS.connections }
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = REFUSED.get(error.code ?? '')
      if (FOREIGN.includes(error.code))
        return reject(
          new ExpectedError(`HOST vaut ${host}, qui n’est pas une adresse de cette machine : donnez-en une autre.`),
        )
      reject(reason ? new ExpectedError(`PORT vaut ${port}, mais ${reason} sur ce port : donnez-en un autre.`) : error)
    })
    server.listen(address, () => {
      const opened = (server.address() as AddressInfo).port
      if (!passed || port === 0 || port === opened) return resolve(opened)
      server.close()
      reject(
        new ExpectedError(
          `PORT vaut ${port}, mais hera.socket écoute sur le port ${opened} : écrivez PORT=${opened} dans /etc/hera/hera.env, ou changez ListenStream par « systemctl edit hera.socket ».`,
        ),
      )
    })
  })
}

/** True if exactly one socket was passed to this process. Programs other than systemd omit LISTEN_PID. */
function isSocketPassed({ LISTEN_FDS, LISTEN_PID }: NodeJS.ProcessEnv): boolean {
  return LISTEN_FDS === '1' && (!LISTEN_PID || Number(LISTEN_PID) === process.pid)
}
