import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CONTAINER, FORGE, type Reasons, UNITS, WEB_MANIFEST } from './machine.ts'
import { PROXIES } from './proxies.ts'

/** Returns the effective lines of a file, without comments, closing braces and descriptions. */
const linesOf = (file: string) =>
  readFileSync(`deploy/${file}`, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !/^#|^}$|^Description=/.test(line))

/** Returns the lines that are in one list more often than in the other. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const units = globSync('deploy/*.{service,timer,socket,path}').map((file) => basename(file))

const others: Readonly<Record<string, Reasons>> = { ...PROXIES, ...CONTAINER, ...FORGE }
describe.each([...units, ...Object.keys(others)])('deploy/%s', (file) => {
  const reasons: Reasons = UNITS[file] ?? others[file] ?? {}

  it('has every required line', () => {
    const lines = linesOf(file)
    for (const [reason, held] of Object.entries(reasons)) expect(without(held, lines), `missing: ${reason}`).toEqual([])
    expect(without(Object.values(reasons).flat(), lines), 'missing').toEqual([])
  })

  it('has no line without a reason', () => {
    expect(
      without(linesOf(file), Object.values(reasons).flat()),
      'lines for which tests/contract gives no reason',
    ).toEqual([])
  })
})

it.each(units)('deploy/%s runs its commands in their order', (unit) => {
  const commands = (lines: readonly string[]) => lines.filter((line) => line.startsWith('Exec'))
  expect(commands(linesOf(unit))).toEqual(commands(Object.values(UNITS[unit] ?? {}).flat()))
})

it('the guide stops hera.socket with Hera, because the socket would start it again at the next request', () => {
  const stops = readFileSync('deploy/LISEZMOI.md', 'utf8').match(/systemctl stop [^\n`&]*\bhera\b[^\n`&]*/g) ?? []
  expect(stops.length, 'commands that stop Hera').toBeGreaterThan(1)
  expect(stops.filter((command) => !command.includes('hera.socket'))).toEqual([])
})

it('the guide copies the key and the log of erasures with a database to another machine', () => {
  const copies = readFileSync('deploy/LISEZMOI.md', 'utf8').match(/(?<=scp .*)\S+\.sqlite\S*/g)
  expect(copies).toEqual(['/var/backups/hera/demenagement.sqlite*'])
})

it('the guide allows SSH before it enables the firewall', () => {
  const guide = readFileSync('deploy/LISEZMOI.md', 'utf8')
  expect(guide.split('ufw --force enable')[0]).toContain('ufw allow 22/tcp')
})

it('RGPD art. 12.3: the guide gives a month to answer a request for rights, and two more if it is complex', () => {
  const [, chapter = ''] = readFileSync('deploy/LISEZMOI.md', 'utf8').split('## Répondre à une demande de droits')
  expect(chapter).toMatch(/^, dans le mois\n\n[^\n]*prolongé de deux mois si elle est complexe/)
})

it('the guide gives the folder of backups to the user of the container', () => {
  const [, user] = /^USER (\S+)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? []
  expect(readFileSync('deploy/LISEZMOI.md', 'utf8')).toContain(`chown ${user} sauvegardes`)
})

const systemd = spawnSync('systemd-analyze', ['--version']).error === undefined
it.skipIf(!systemd)('systemd-analyze accepts every unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hera-units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // Replaces programs that are not installed on this machine.
  for (const unit of units) {
    const text = readFileSync(`deploy/${unit}`, 'utf8').replace(/^(ExecStart=)\S+/gm, '$1/bin/true')
    writeFileSync(join(folder, unit), text)
  }
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units.map((unit) => join(folder, unit))], {
    encoding: 'utf8',
  })
  const ours = stderr.split('\n').filter((line) => line.includes(folder))
  expect(ours, 'messages of systemd-analyze').toEqual([])
})

it('the web manifest has the expected values', () => {
  expect(JSON.parse(readFileSync('dist/client/site.webmanifest', 'utf8'))).toEqual(WEB_MANIFEST)
})
