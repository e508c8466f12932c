import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConfigError } from '../config.ts'
import { CONNECTION_LIMITS } from './connection-limits.ts'

/** The first descriptor that a service manager passes (sd_listen_fds(3), SD_LISTEN_FDS_START). */
const PASSED = 3
/** Why a port cannot be had, by the system's code. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'un autre programme écoute déjà'],
  ['EACCES', 'ce compte n’a pas le droit d’écouter'],
])

/**
 * Opens the server: on the listening socket that systemd passed (`deploy/hera.socket`), in whose queue connections wait
 * while the process is replaced; without one, on an address of the configuration.
 * @param env LISTEN_FDS says how many sockets were passed, LISTEN_PID to which process
 * @returns the port, which the system chooses when the configuration says 0. Rejects when it cannot be opened, with
 * ConfigError where another program has the port, this account may not, or the socket has another port than the
 * configuration, by which `hera upgrade` asks whether the server answers.
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
      reject(reason ? new ConfigError(`PORT vaut ${port}, mais ${reason} sur ce port : donnez-en un autre.`) : error)
    })
    server.listen(address, () => {
      const opened = (server.address() as AddressInfo).port
      if (!passed || port === 0 || port === opened) return resolve(opened)
      server.close()
      reject(
        new ConfigError(
          `PORT vaut ${port}, mais hera.socket écoute sur le port ${opened} : écrivez PORT=${opened} dans /etc/hera/hera.env, ou changez ListenStream par « systemctl edit hera.socket ».`,
        ),
      )
    })
  })
}

/** True for one socket that is meant for this process; LISTEN_PID is left out by programs that are not systemd. */
function isSocketPassed({ LISTEN_FDS, LISTEN_PID }: NodeJS.ProcessEnv): boolean {
  return LISTEN_FDS === '1' && (!LISTEN_PID || Number(LISTEN_PID) === process.pid)
}
