import { spawnSync } from 'node:child_process'
import { resolve4, resolve6 } from 'node:dns/promises'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { dirname } from 'node:path'

export type Machine = typeof thisMachine

/** What installing asks of the machine and does to it. */
export const thisMachine = {
  /** Addresses of a name, empty for none. */
  addressesOf: async (name: string) =>
    (await Promise.allSettled([resolve4(name), resolve6(name)])).flatMap((found) =>
      found.status === 'fulfilled' ? found.value : [],
    ),
  /** Its own, those of itself alone and of its network left out. */
  ownAddresses: () =>
    Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
      .map(({ address }) => address),
  async isPortFree(port: number) {
    const server = createServer().listen(port)
    try {
      await once(server, 'listening')
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
      throw error
    } finally {
      server.close()
    }
  },
  /** Undefined where systemd does not say. */
  isClockSet() {
    const { stdout } = spawnSync('timedatectl', ['show', '--property=NTPSynchronized', '--value'], { encoding: 'utf8' })
    return stdout ? stdout.trim() === 'yes' : undefined
  },
  /** The text of a file; undefined where there is none. */
  read: (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
  write(path: string, text: string, mode: number): void {
    mkdirSync(dirname(path), { recursive: true })
    const part = `${path}.part`
    rmSync(part, { force: true })
    writeFileSync(part, text, { mode })
    // Whatever the mask of root's shell takes away.
    chmodSync(part, mode)
    renameSync(part, path)
  },
  /** Runs a line of the shell, which the operator sees. Throws where it fails. */
  run(line: string): void {
    const { status } = spawnSync('sh', ['-c', line], { stdio: 'inherit' })
    if (status !== 0) throw Object.assign(new Error(`Cette ligne a échoué : ${line}`), { code: 'ELINE' })
  },
  /** True where a line of the shell goes well. */
  holds: (line: string) => spawnSync('sh', ['-c', line], { stdio: 'ignore' }).status === 0,
}
