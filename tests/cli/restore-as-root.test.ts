import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openOffice } from './office.ts'

const SERVICE = 12_345
const isRoot = process.getuid?.() === 0
/** Others reach this program: a folder above it may be for root alone. */
const isReachable = (path: string): boolean =>
  (statSync(path).mode & 0o001) !== 0 && (path === dirname(path) || isReachable(dirname(path)))

/** What the account of the service, which owns the folder of the database, may do there at any time. */
const LINKING = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const make = fs.mkdirSync
fs.mkdirSync = (path, ...rest) => {
  make(path, ...rest)
  if (!path.endsWith('/reprise')) return
  fs.rmdirSync(path)
  fs.symlinkSync('MACHINE', path)
}
syncBuiltinESMExports()`

let folder: string
beforeEach(() => {
  folder = mkdtempSync('/tmp/hera-as-root-')
  chmodSync(folder, 0o755)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

// As after `scp` to root@server: neither the copy nor its folder can be read by the service.
it.runIf(isRoot && isReachable(resolve('.')))(
  'root restores a copy from wherever it lies, with its companions, for the account of the service',
  async () => {
    const office = openOffice()
    office.submit('contact')
    await office.run('erase', ['personne@exemple.fr'], { yes: true })
    const [home, roots, machine] = [join(folder, 'lib'), join(folder, 'root'), join(folder, 'etc')]
    mkdirSync(machine)
    mkdirSync(home, { mode: 0o700 })
    chownSync(home, SERVICE, SERVICE)
    mkdirSync(roots, { mode: 0o700 })
    await office.run('backup', [join(roots, 'copie.sqlite')])
    office.close()
    const restore = (name: string, meanwhile = '') =>
      spawnSync(
        process.execPath,
        ['--import', `data:text/javascript,${encodeURIComponent(meanwhile)}`, resolve('hera.mjs'), 'restore', name],
        {
          cwd: roots,
          env: { DATABASE_PATH: join(home, 'hera.sqlite') },
          encoding: 'utf8',
        },
      )
    expect(restore('absente.sqlite').stderr, 'a wrong name').toBe(`${join(roots, 'absente.sqlite')} n’existe pas.\n`)
    expect(restore('.').stderr, 'a folder').toMatch(new RegExp(`^${roots} est un dossier`))
    expect(readdirSync(home), 'what a refusal leaves').toEqual([])
    const linked = restore('copie.sqlite', LINKING.replace('MACHINE', machine))
    expect(linked, 'a link in its way').toMatchObject({ status: 1, stderr: expect.stringContaining('accès') })
    expect(readdirSync(machine), 'what root wrote where a link led').toEqual([])
    rmSync(join(home, 'reprise'), { force: true })
    const { status, stderr } = restore('copie.sqlite')
    expect({ status, stderr }).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(join(roots, 'copie.sqlite')),
    })
    expect(stderr).not.toContain('Attention')
    const files = readdirSync(home).sort()
    expect(files).toEqual(expect.arrayContaining(['hera.sqlite', 'hera.sqlite.erasures', 'hera.sqlite.key']))
    expect(files).not.toContain('reprise')
    for (const file of files) expect([file, statSync(join(home, file)).uid]).toEqual([file, SERVICE])
    // Where a restore that was killed leaves what it brought.
    const near = join(home, 'reprise')
    cpSync(roots, near, { recursive: true })
    for (const file of ['.', ...readdirSync(near)]) chownSync(join(near, file), SERVICE, SERVICE)
    expect(restore(join(near, 'copie.sqlite')), 'a copy that lies there already').toMatchObject({ status: 0 })
    expect(readdirSync(near), 'the copy once it is restored').toContain('copie.sqlite')
  },
)
