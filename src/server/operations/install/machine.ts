import { spawnSync } from 'node:child_process'
import { resolve4, resolve6 } from 'node:dns/promises'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { dirname } from 'node:path'
import { ExpectedError } from '../../expected-error.ts'

export type Machine = typeof thisMachine

/** Everything that the installation reads and changes on the machine; replaced in tests. */
export const thisMachine = {
  /** IP addresses of a name; empty if there are none. */
  addressesOf: async (name: string) =>
    (await Promise.allSettled([resolve4(name), resolve6(name)])).flatMap((found) =>
      found.status === 'fulfilled' ? found.value : [],
    ),
  /** IP addresses of this machine, without loopback and link-local ones. */
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
  /** Undefined if systemd does not know. */
  isClockSet() {
    const { stdout } = spawnSync('timedatectl', ['show', '--property=NTPSynchronized', '--value'], { encoding: 'utf8' })
    return stdout ? stdout.trim() === 'yes' : undefined
  },
  /** Text of a file; undefined if it does not exist. */
  read: (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
  write(path: string, text: string, mode: number): void {
    mkdirSync(dirname(path), { recursive: true })
    const part = `${path}.part`
    rmSync(part, { force: true })
    writeFileSync(part, text, { mode })
    // The umask of root's shell may have removed permissions.
    chmodSync(part, mode)
    renameSync(part, path)
  },
  /** Runs a shell command and shows its output. Throws if it fails. */
  run(line: string): void {
    const { status } = spawnSync('sh', ['-c', line], { stdio: 'inherit' })
    if (status !== 0) throw new ExpectedError(`Cette ligne a échoué : ${line}`)
  },
  /** True if a shell command succeeds. */
  succeeds: (line: string) => spawnSync('sh', ['-c', line], { stdio: 'ignore' }).status === 0,
}
