import { beforeEach, expect, it, vi } from 'vitest'
import { refuseBrokenTexts, refuseIncompleteSite } from '../../src/build/build-blockers.ts'
import { contentFolder } from '../check/content-folder.ts'

const said = vi.spyOn(console, 'error').mockImplementation(() => {})
const told = vi.spyOn(console, 'log').mockImplementation(() => {})
const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
beforeEach(() => void vi.clearAllMocks())
const { folder, edit } = contentFolder()

it('stops the build for a text that breaks a page and prints it', async () => {
  await refuseBrokenTexts(folder)
  expect(exit).not.toHaveBeenCalled()
  edit('pages/retractation.yaml', / {2}accuse:/, '  accusé:')
  await refuseBrokenTexts(folder)
  expect(exit).toHaveBeenCalledWith(1)
  expect(said).toHaveBeenCalledWith(expect.stringContaining('retractation.yaml:18 : « accusé »'))
})

it('stops the build for a public site without company identity, and only warns for localhost', () => {
  edit('company.yaml', /^siren: .*$/m, 'siren: ""')
  refuseIncompleteSite('http://localhost:4321', folder)
  expect(exit).not.toHaveBeenCalled()
  expect(told).toHaveBeenCalledWith(expect.stringContaining('company.yaml : il manque'))
  refuseIncompleteSite('https://www.hera.fr', folder, true)
  expect(exit, 'a rehearsal').not.toHaveBeenCalled()
  refuseIncompleteSite('https://www.hera.fr', folder)
  expect(exit).toHaveBeenCalledWith(1)
  expect(said).toHaveBeenCalledWith(expect.stringContaining('company.yaml : il manque'))
})
