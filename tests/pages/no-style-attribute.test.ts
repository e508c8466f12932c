import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { folder, scratchFolder } from '../support/scratch-folder.ts'

scratchFolder()
beforeEach(() => {
  const { plugins } = JSON.parse(readFileSync('biome.json', 'utf8')) as { plugins: string[] }
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins: plugins.map((path) => resolve(path)) }))
})

const lint = (attribute: string) => {
  writeFileSync(join(folder, 'Essai.tsx'), `export const Essai = () => <p ${attribute}>…</p>\n`)
  return spawnSync(resolve('node_modules/.bin/biome'), ['lint', '.'], { cwd: folder, encoding: 'utf8' })
}

it('Biome rejects a style attribute of an island and names the alternative', () => {
  const refused = lint("style={{ color: 'red' }}")
  expect(refused.stderr).toContain('Give the element a class')
  expect(refused.status, 'exit code for a style').toBe(1)
  expect(lint('className="form-error"').status, 'exit code for a class').toBe(0)
})
