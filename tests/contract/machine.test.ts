import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { folder, scratchFolder } from '../support/scratch-folder.ts'
import { DEPLOY } from './machine.ts'

scratchFolder()
const units = globSync('deploy/*.{service,socket}').map((file) => basename(file))

it.each(Object.entries(DEPLOY))('deploy/%s has every required line', (file, reasons) => {
  const lines = readFileSync(`deploy/${file}`, 'utf8').split(/\s*\n\s*/)
  for (const [reason, held] of Object.entries(reasons)) {
    const missing = held.filter((line) => !lines.includes(line))
    expect(missing, `missing: ${reason}`).toEqual([])
  }
})

it('the guide stops hera.socket with Hera, because the socket would start it again at the next request', () => {
  const stops = readFileSync('deploy/README.md', 'utf8').match(/systemctl stop [^\n`&]*\bhera\b[^\n`&]*/g) ?? []
  expect(stops.length, 'commands that stop Hera').toBeGreaterThan(1)
  expect(stops.filter((command) => !command.includes('hera.socket'))).toEqual([])
})

const systemd = spawnSync('systemd-analyze', ['--version']).error === undefined
it.skipIf(!systemd)('systemd-analyze accepts every unit', () => {
  // Replaces programs that are not installed on this machine.
  for (const unit of units) {
    const text = readFileSync(`deploy/${unit}`, 'utf8').replace(/^(ExecStart=)\S+/gm, '$1/bin/true')
    writeFileSync(join(folder, unit), text)
  }
  const paths = units.map((unit) => join(folder, unit))
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' })
  const ours = stderr.split('\n').filter((line) => line.includes(folder))
  expect(ours, 'messages of systemd-analyze').toEqual([])
})
