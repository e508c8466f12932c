import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hera-ilot-'))
  const { plugins } = JSON.parse(readFileSync('biome.json', 'utf8')) as { plugins: string[] }
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins: plugins.map((path) => resolve(path)) }))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const lint = (attribute: string) => {
  writeFileSync(join(folder, 'Essai.tsx'), `export const Essai = () => <p ${attribute}>…</p>\n`)
  return spawnSync(resolve('node_modules/.bin/biome'), ['lint', '.'], { cwd: folder, encoding: 'utf8' })
}

it('refuses a style attribute of an island, and says where the rule belongs', () => {
  const refused = lint("style={{ color: 'red' }}")
  expect(refused.stderr).toContain('Give the element a class')
  expect(refused.status).toBe(1)
  expect(lint('className="form-error"').status).toBe(0)
})
