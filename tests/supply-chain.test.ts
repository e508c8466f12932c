import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  /** Comes inside the archive of another package. */
  inBundle?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const manifest = json('package.json')
const direct: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies }
const locked: Record<string, Locked> = json('package-lock.json').packages

describe('dependencies', () => {
  it('have exact versions, and the lock file has the same', () => {
    for (const [name, wanted] of Object.entries(direct)) {
      // A package under a name of our own: npm:@scope/name@version.
      const version = wanted.replace(/^npm:.+@/, '')
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
      expect(locked[`node_modules/${name}`]?.version, name).toBe(version)
    }
    expect(locked['']?.dependencies).toEqual(manifest.dependencies)
    expect(locked['']?.devDependencies).toEqual(manifest.devDependencies)
  })

  it('come from the registry, each with its checksum', () => {
    for (const [path, { resolved, integrity, inBundle }] of Object.entries(locked)) {
      if (path === '' || inBundle) continue
      // The lock file leaves the address out where it is the registry that npm is set to.
      if (resolved) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//)
      expect(integrity, path).toMatch(/^sha512-/)
    }
  })

  it('run no script when they are installed, but for the one that brings Node', () => {
    const allowed = Object.entries(manifest.allowScripts as Record<string, boolean>)
    expect(allowed.filter(([, yes]) => yes).map(([name]) => name)).toEqual(['node'])
    const named = new Set(allowed.map(([name]) => name))
    const scripted = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript)
    const names = scripted.map(([path]) => path.split('node_modules/').at(-1) ?? '')
    expect(names.filter((name) => !named.has(name))).toEqual([])
  })

  it('are each named with a reason in CONTRIBUTING.md', () => {
    const text = readFileSync('CONTRIBUTING.md', 'utf8')
    const table = text.slice(text.indexOf('## Dependencies'))
    const rows = [...table.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].slice(2)
    const named = new Set(rows.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())))
    for (const name of Object.keys(direct)) expect([...named], name).toContain(name)
    for (const [, names, reason = ''] of rows) expect(reason.trim().length, names).toBeGreaterThan(5)
  })
})
