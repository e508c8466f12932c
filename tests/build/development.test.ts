import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { developmentLocals } from '../../src/build/development.ts'
import { folder, scratchFolder } from '../support/scratch-folder.ts'

scratchFolder()

it('developmentLocals closes the database before it reopens it, so that a changed migration overwrites no open file', async () => {
  vi.stubEnv('DATABASE_PATH', join(folder, 'hera.sqlite'))
  onTestFinished(() => void vi.unstubAllEnvs())
  const request = new Request('http://localhost:4321/api/health')
  /** Returns the services of a module that Vite evaluates at that time. */
  const evaluated = async (time: string) => {
    const path = `../../src/build/development.ts?${time}`
    const module: { developmentLocals: typeof developmentLocals } = await import(path)
    const locals = module.developmentLocals({ clientAddress: '127.0.0.1', request })
    if (locals instanceof Response) throw new Error(await locals.text())
    return locals.services
  }
  const before = await evaluated('before')
  expect(before.desk.db.open, 'connection of the first evaluation').toBe(true)
  const after = await evaluated('after')
  expect(after.desk.db.open, 'connection of the second evaluation').toBe(true)
  expect(before.desk.db.open, 'connection of the first evaluation').toBe(false)
})
