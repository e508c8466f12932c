import { spawnSync } from 'node:child_process'
import { resolve4, resolve6 } from 'node:dns/promises'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { dirname } from 'node:path'

/** What installing asks of the machine and does to it. */
export interface Machine {
  /** Addresses of a name, empty for none. */
  addressesOf(name: string): Promise<string[]>
  /** Its own, those of itself alone and of its network left out. */
  ownAddresses(): string[]
  isPortFree(port: number): Promise<boolean>
  /** Undefined where systemd does not say. */
  isClockSet(): boolean | undefined
  /** The text of a file; undefined where there is none. */
  read(path: string): string | undefined
  write(path: string, text: string, mode: number): void
  /** Runs a line of the shell, which the operator sees. Throws where it fails. */
  run(line: string): void
  /** True where a line of the shell goes well. */
  holds(line: string): boolean
}

export const thisMachine: Machine = {
  addressesOf: async (name) =>
    (await Promise.allSettled([resolve4(name), resolve6(name)])).flatMap((found) =>
      found.status === 'fulfilled' ? found.value : [],
    ),
  ownAddresses: () =>
    Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
      .map(({ address }) => address),
  async isPortFree(port) {
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
  isClockSet() {
    const { stdout } = spawnSync('timedatectl', ['show', '--property=NTPSynchronized', '--value'], { encoding: 'utf8' })
    return stdout ? stdout.trim() === 'yes' : undefined
  },
  read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
  write(path, text, mode) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.part`, text, { mode })
    renameSync(`${path}.part`, path)
  },
  run(line) {
    const { status } = spawnSync('sh', ['-c', line], { stdio: 'inherit' })
    if (status !== 0) throw Object.assign(new Error(`Cette ligne a échoué : ${line}`), { code: 'ELINE' })
  },
  holds: (line) => spawnSync('sh', ['-c', line], { stdio: 'ignore' }).status === 0,
}
