import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openOperator } from './operator.ts'

const SERVICE = 12_345
const isRoot = process.getuid?.() === 0
/** True if other accounts can reach the program: a folder above it may be for root only. */
const isReachable = (path: string): boolean =>
  (statSync(path).mode & 0o001) !== 0 && (path === dirname(path) || isReachable(dirname(path)))

/** Simulates the account of the service, which owns the database folder, replacing the new subfolder by a link. */
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

// As after `scp` to root@server: the service can read neither the copy nor its folder.
it.runIf(isRoot && isReachable(resolve('.')))(
  'hera restore by root accepts a copy anywhere, with its companion files, for the account of the service',
  async () => {
    const operator = openOperator()
    operator.submit('contact')
    await operator.run('erase', ['personne@exemple.fr'], { yes: true })
    const [home, roots, machine] = [join(folder, 'lib'), join(folder, 'root'), join(folder, 'etc')]
    mkdirSync(machine)
    mkdirSync(home, { mode: 0o700 })
    chownSync(home, SERVICE, SERVICE)
    mkdirSync(roots, { mode: 0o700 })
    await operator.run('backup', [join(roots, 'copie.sqlite')])
    operator.close()
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
    expect(readdirSync(home), 'files left after a rejection').toEqual([])
    const linked = restore('copie.sqlite', LINKING.replace('MACHINE', machine))
    expect(linked, 'a link in its place').toMatchObject({ status: 1, stderr: expect.stringContaining('accès') })
    expect(readdirSync(machine), 'files that root wrote through the link').toEqual([])
    rmSync(join(home, 'reprise'), { force: true })
    writeFileSync(join(roots, 'autre.sqlite'), 'x'.repeat(8192))
    expect(restore('autre.sqlite').stderr, 'a damaged copy').toContain(`${join(roots, 'autre.sqlite')} est endommagé`)
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
    // The subfolder into which a killed restore copied its files.
    const near = join(home, 'reprise')
    cpSync(roots, near, { recursive: true })
    for (const file of ['.', ...readdirSync(near)]) chownSync(join(near, file), SERVICE, SERVICE)
    expect(restore(join(near, 'copie.sqlite')), 'a copy that is in the subfolder already').toMatchObject({ status: 0 })
    expect(readdirSync(near), 'the copy after it is restored').toContain('copie.sqlite')
  },
)
