import { resolve } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Host } from '../../src/server/operations/releases/host.ts'
import type { RollbackLoss } from '../../src/server/operations/releases/upgrade.ts'
import { operator, setUpOperator } from './operator.ts'

// Test files share loaded modules, so this one resets them before and after its tests.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  for (const module of ['release', 'upgrade']) vi.doUnmock(`../../src/server/operations/releases/${module}.ts`)
  vi.resetModules()
})

/** Calls of the stubs; releases have tests of their own. */
const asked = vi.hoisted(() => ({ calls: [] as unknown[], loss: undefined as object | undefined }))
vi.mock('../../src/server/operations/releases/release.ts', async (original) => ({
  ...(await original<object>()),
  installedIn: () => '/opt/hera',
}))
vi.mock('../../src/server/operations/releases/upgrade.ts', () => ({
  async upgrade(base: string, archive: string, host: Host) {
    asked.calls.push([base, archive, host.databasePath])
    return { name: 'hera-2' }
  },
  async rollback(base: string, host: Host, agree: (loss: object) => Promise<boolean>) {
    const agreed = asked.loss ? await agree(asked.loss) : undefined
    asked.calls.push([base, host.databasePath, agreed])
    return { name: 'hera-1', ...(agreed && { copy: '/var/lib/hera.sqlite.v3' }) }
  },
}))

setUpOperator()
beforeEach(() => {
  asked.calls = []
  asked.loss = undefined
})
const LOSS: RollbackLoss = { copy: '/var/lib/hera.sqlite.v3', changed: true }

describe('hera upgrade', () => {
  it('installs an archive, and prints the served version and how to roll back', async () => {
    await operator.run('upgrade', ['hera-2.tar.gz'])
    expect(asked.calls).toEqual([['/opt/hera', resolve('hera-2.tar.gz'), operator.path]])
    expect(operator.noted).toEqual(['hera-2 est en service et répond. Si quelque chose ne va pas : hera rollback'])
  })

  it('requires an archive', async () => {
    await expect(operator.run('upgrade')).rejects.toThrow('Indiquez l’archive de la nouvelle version.')
    expect(asked.calls).toEqual([])
  })
})

describe('hera rollback', () => {
  it('does not ask if nothing is lost', async () => {
    await operator.run('rollback')
    expect(asked.calls).toEqual([['/opt/hera', operator.path, undefined]])
    expect(operator.noted).toEqual(['hera-1 est de nouveau en service et répond.'])
  })

  it('prints what is lost and asks, but not with --yes', async () => {
    asked.loss = LOSS
    await expect(operator.run('rollback')).rejects.toThrow('Personne ne peut répondre ici : ajoutez --yes.')
    expect(operator.noted[0]).toMatch(
      /hera\.sqlite\.v3, d’avant la mise à jour.* Ce qui est arrivé depuis \(.*\) restera/,
    )
    asked.loss = { ...LOSS, changed: false }
    await expect(operator.run('rollback')).rejects.toThrow('ajoutez --yes')
    expect(operator.noted[1]).toMatch(/prendra sa place\. Rien n’est arrivé depuis\.$/)
    operator.answer = () => 'non'
    await operator.run('rollback')
    operator.answer = () => ' OUI '
    await operator.run('rollback')
    const before = operator.noted.length
    await operator.run('rollback', [], { yes: true })
    expect(asked.calls.map((call) => (call as unknown[])[2])).toEqual([false, true, true])
    expect(operator.noted[before]).toMatch(/^hera-1 est de nouveau/)
    expect(operator.noted.slice(-2)).toEqual([
      'hera-1 est de nouveau en service et répond.',
      'La base vient de /var/lib/hera.sqlite.v3 ; celle d’avant ce retour est gardée à côté (….avant-…).',
    ])
  })
})
