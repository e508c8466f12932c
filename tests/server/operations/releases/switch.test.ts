import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../../../src/server/config.ts'
import { databaseVersion } from '../../../../src/server/database/compare.ts'
import { ExpectedError } from '../../../../src/server/expected-error.ts'
import { answersWithin, type Host, systemdHost } from '../../../../src/server/operations/releases/host.ts'
import { readOnline } from '../../../../src/server/operations/releases/online.ts'
import { installedIn, linked, readRelease, wrongAddress } from '../../../../src/server/operations/releases/release.ts'
import { rollback, upgrade } from '../../../../src/server/operations/releases/upgrade.ts'
import { folder, scratchFolder } from '../../../scratch-folder.ts'
import { label, packRelease } from './archives.ts'

const SITE_URL = 'https://www.hera.example'
/** Fake program of a release: restores by copying the file. */
const PROGRAM = `import { copyFileSync } from 'node:fs'
if (process.argv[2] === 'restore') copyFileSync(process.argv[3], process.env.DATABASE_PATH)`

let base: string
let database: string
let host: Host
/** Calls of the service manager, and the responses of the site to each check. */
let done: string[]
let answers: boolean[]

scratchFolder()
beforeEach(() => {
  base = join(folder, 'opt')
  database = join(folder, 'hera.sqlite')
  mkdirSync(join(base, 'releases'), { recursive: true })
  write(join(base, 'releases'), 'first')
  symlinkSync('releases/first', join(base, 'current'))
  done = []
  answers = []
  host = {
    databasePath: database,
    siteUrl: SITE_URL,
    account: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    restart: async () => void done.push(`restart ${linked(base, 'current')}`),
    stop: async () => void done.push('stop'),
    answers: async () => answers.shift() ?? true,
  }
})
afterEach(() => vi.unstubAllEnvs())

const links = () => [linked(base, 'current'), linked(base, 'previous')]
const kept = () => readdirSync(join(base, 'releases')).sort()
const never = async () => false

/** Writes a release with a number of migrations. */
function write(into: string, name: string, migrations = 1, program = PROGRAM): void {
  const release = join(into, name)
  mkdirSync(join(release, 'dist'), { recursive: true })
  mkdirSync(join(release, 'db/migrations'), { recursive: true })
  for (let n = 1; n <= migrations; n++) writeFileSync(join(release, `db/migrations/000${n}.sql`), '')
  writeFileSync(join(release, 'db/migrations/LISEZMOI.md'), '')
  writeFileSync(join(release, 'hera.mjs'), program)
  writeFileSync(join(release, 'dist/build.json'), JSON.stringify({ siteUrl: SITE_URL }))
  symlinkSync(resolve('node_modules'), join(release, 'node_modules'))
  label(release, { name })
}
function archive(name: string, migrations?: number): string {
  const staging = join(folder, `staging-${name}`)
  write(staging, name, migrations)
  return packRelease(staging, name)
}
/** Writes a database of a version, with one table. */
function writeDatabase(file: string, version: number, ...rows: string[]): void {
  const db = new Sqlite(file)
  db.exec('CREATE TABLE contact_messages (message TEXT)')
  for (const row of rows) db.prepare('INSERT INTO contact_messages VALUES (?)').run(row)
  db.pragma(`user_version = ${version}`)
  db.close()
}
const messages = () => {
  const db = new Sqlite(database, { readonly: true })
  const rows = db.prepare('SELECT message FROM contact_messages').pluck().all()
  db.close()
  return rows
}

describe('upgrade', () => {
  it('starts the new release and keeps only the previous one', async () => {
    expect(await upgrade(base, archive('second'), host)).toMatchObject({ name: 'second', version: '1.0.0' })
    expect(links()).toEqual(['second', 'first'])
    expect(readOnline(database, base, true)).toMatchObject({ canGoBack: true, needsCommand: false })
    await upgrade(base, archive('third'), host)
    expect([links(), kept()]).toEqual([
      ['third', 'second'],
      ['second', 'third'],
    ])
    expect(done).toEqual(['restart second', 'restart third'])
    expect(readlinkSync(join(base, 'current'))).toBe('releases/third')
    expect(readdirSync(base).sort()).toEqual(['current', 'previous', 'releases', 'upgrade.lock'])
  })

  it('to a release that does not respond keeps the rollback to the release before the current one', async () => {
    await upgrade(base, archive('second'), host)
    answers = [false, true]
    done = []
    await expect(upgrade(base, archive('broken'), host)).rejects.toThrow(
      'broken ne répond pas. second est de nouveau en service. Pourquoi : journalctl -u hera -n 50',
    )
    expect(links(), 'current and previous release').toEqual(['second', 'first'])
    expect(done, 'calls of the service manager').toEqual(['restart broken', 'restart second'])
    expect(kept(), 'folders of releases').toEqual(expect.arrayContaining(['first', 'second']))
    expect(await rollback(base, host, never)).toEqual({ name: 'first' })
  })

  it('to a release that does not respond restores the database if no row was added since', async () => {
    answers = [false, true]
    writeDatabase(database, 2, 'Avant')
    writeDatabase(`${database}.v1`, 1, 'Avant')
    await expect(upgrade(base, archive('broken', 2), host)).rejects.toThrow(/first est de nouveau en service/)
    expect([links(), done]).toEqual([
      ['first', undefined],
      ['restart broken', 'stop', 'restart first'],
    ])
    expect(databaseVersion(database), 'version of the database').toBe(1)
  })

  it('reports that neither the new nor the previous release responds', async () => {
    answers = [false, false]
    await expect(upgrade(base, archive('broken'), host)).rejects.toThrow(
      /^broken ne répond pas\. first est remise en place, mais ne répond pas/,
    )
    expect(links()).toEqual(['first', undefined])
  })

  it('to a release that does not respond stays if rows were added since the migration', async () => {
    answers = [false]
    symlinkSync('releases/older', join(base, 'previous'))
    writeDatabase(database, 2, 'Avant', 'Après')
    writeDatabase(`${database}.v1`, 1, 'Avant')
    await expect(upgrade(base, archive('broken', 2), host)).rejects.toThrow(
      /où manque ce qui est arrivé depuis\..*hera rollback/,
    )
    expect([links(), messages()]).toEqual([
      ['broken', 'first'],
      ['Avant', 'Après'],
    ])
  })

  it('refuses a second upgrade and a rollback meanwhile', async () => {
    const file = archive('second')
    const { promise, resolve } = Promise.withResolvers<void>()
    host.restart = () => promise
    const going = upgrade(base, file, host)
    await expect(upgrade(base, file, host)).rejects.toThrow('Une autre mise à jour est en cours')
    await expect(rollback(base, host, never)).rejects.toThrow('Une autre mise à jour est en cours')
    resolve()
    await going
    expect(links()).toEqual(['second', 'first'])
  })

  it('rethrows a programming error', async () => {
    answers = [false]
    host.restart = async () => {
      if (linked(base, 'current') === 'first') throw new TypeError('mistake')
    }
    await expect(upgrade(base, archive('broken'), host)).rejects.toThrow(TypeError)
  })

  it('of a first release that does not respond has no rollback', async () => {
    rmSync(join(base, 'current'))
    answers = [false]
    await expect(upgrade(base, archive('only'), host)).rejects.toThrow(/only ne répond pas\. Aucune version précédente/)
    expect(links()).toEqual(['only', undefined])
  })
})

describe('rollback', () => {
  beforeEach(async () => {
    await upgrade(base, archive('second', 2), host)
    done = []
  })

  it('starts the previous release once, with the same database if it can read it', async () => {
    writeDatabase(database, 1, 'Tout')
    expect(await rollback(base, host, never)).toEqual({ name: 'first' })
    expect([links(), done, messages()]).toEqual([['first', undefined], ['restart first'], ['Tout']])
    await expect(rollback(base, host, never)).rejects.toThrow(/Aucune version précédente n’est gardée/)
  })

  it('throws if the folder of the previous release is missing', async () => {
    rmSync(join(base, 'releases/first'), { recursive: true })
    await expect(rollback(base, host, never)).rejects.toThrow(ExpectedError)
    expect([links(), done]).toEqual([['second', 'first'], []])
  })

  it('is refused before any change if the previous release has another SITE_URL, with the correction', async () => {
    host.siteUrl = 'https://www.nouveau.example'
    await expect(rollback(base, host, never)).rejects.toThrow(
      `Si ${SITE_URL} est l’adresse voulue, écrivez SITE_URL=${SITE_URL} dans /etc/hera/hera.env, puis : hera rollback ;`,
    )
    expect([links(), done], 'releases and calls of the service manager').toEqual([['second', 'first'], []])
  })

  it('asks before it restores the copy made before the migration, and says if something would be lost', async () => {
    writeDatabase(database, 2, 'Avant', 'Après', 'Encore')
    writeDatabase(`${database}.v1`, 1, 'Avant')
    expect(readOnline(database, base, true), 'at the desk').toMatchObject({ canGoBack: false, needsCommand: true })
    await expect(rollback(base, host, never)).rejects.toThrow(
      /ne sait lire que .*\.v1.* où manque ce qui est arrivé depuis\./,
    )
    expect([links(), done, messages().length]).toEqual([['second', 'first'], [], 3])
    const asked: unknown[] = []
    expect(await rollback(base, host, async (loss) => asked.push(loss) === 1)).toEqual({
      name: 'first',
      copy: `${database}.v1`,
    })
    expect(asked).toEqual([{ copy: `${database}.v1`, changed: true }])
    expect([links(), done, messages()]).toEqual([['first', undefined], ['stop', 'restart first'], ['Avant']])
  })

  it('that is declined does not mention losses if there are none', async () => {
    writeDatabase(database, 2, 'Avant')
    writeDatabase(`${database}.v1`, 1, 'Avant')
    await expect(rollback(base, host, never)).rejects.toThrow(/\.v1, la copie d’avant la mise à jour\. Pour revenir/)
    expect([links(), done]).toEqual([['second', 'first'], []])
  })

  it('names the missing copy, and changes nothing', async () => {
    writeDatabase(database, 2, 'Tout')
    await expect(rollback(base, host, async () => true)).rejects.toThrow(/\.v1, la copie d’avant.*n’est plus là/)
    expect([links(), done]).toEqual([['second', 'first'], []])
  })

  it('restarts the current release if the copy cannot be restored', async () => {
    writeDatabase(database, 2, 'Tout')
    writeDatabase(`${database}.v1`, 1)
    writeFileSync(join(base, 'releases/first/hera.mjs'), "console.error('disque plein')\nprocess.exit(1)")
    await expect(rollback(base, host, async () => true)).rejects.toThrow(/rien n’est changé\. disque plein/)
    expect([links(), done, messages()]).toEqual([['second', 'first'], ['stop', 'restart second'], ['Tout']])
  })
})

describe('release', () => {
  it('with another SITE_URL is rejected with a correction, which suggests a build only if not installed', () => {
    const said = (folder: string) => wrongAddress('https://www.nouveau.example', SITE_URL, readRelease(folder))
    expect(said(join(base, 'releases/first'))).toBe(
      `SITE_URL vaut https://www.nouveau.example, le site est construit pour ${SITE_URL} : corrigez SITE_URL dans /etc/hera/hera.env, ou installez une archive construite pour https://www.nouveau.example.`,
    )
    expect(said(base), 'without a release').toMatch(
      / : relancez « npm run build » avec SITE_URL=https:\/\/www\.nouveau\.example\.$/,
    )
  })

  it('is not installed in a copy of the source', () => {
    expect(() => installedIn()).toThrow(/deploy\/LISEZMOI\.md.*rien à basculer/)
  })
})

describe('started server', () => {
  it('responds once its home page and its health check do', async () => {
    const asked: (string | undefined)[] = []
    let ill = 2
    const server = createServer((req, res) => {
      asked.push(req.url)
      res.writeHead(req.url === '/api/health' && ill-- > 0 ? 503 : 200).end()
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await answersWithin(30_000, address), 'response once the health check passes').toBe(true)
    expect(asked.sort()).toEqual([...Array(3).fill('/'), ...Array(3).fill('/api/health')])
    expect(await answersWithin(0, address), 'response within 0 ms').toBe(false)
    server.closeAllConnections()
    server.close()
  })

  it('is checked at its own address, and started and stopped by systemd', async () => {
    // Fake systemctl that records its arguments.
    const calls = join(folder, 'calls')
    const program = join(folder, 'systemctl')
    writeFileSync(program, `#!/bin/sh\necho "$@" >> ${calls}\n`)
    chmodSync(program, 0o755)
    vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`)
    const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
    const made = systemdHost(readConfig({ DATABASE_PATH: database, SITE_URL, HOST: '::', PORT: '8080' }))
    await made.restart()
    await made.stop()
    expect(readFileSync(calls, 'utf8')).toBe(
      'daemon-reload\nreset-failed hera.socket hera.service\nrestart hera.service\ntry-reload-or-restart nginx\nstop hera.socket hera.service\n',
    )
    const { uid, gid } = statSync(folder)
    expect(made).toMatchObject({ databasePath: database, siteUrl: SITE_URL, account: { uid, gid } })
    const addressOf = async (HOST: string) => {
      fetched.mockClear()
      const { answers } = systemdHost(readConfig({ DATABASE_PATH: database, HOST, PORT: '8080' }))
      expect(await answers(), HOST).toBe(true)
      return fetched.mock.calls.map(([address]) => address)
    }
    expect(await addressOf('::')).toEqual(['http://[::]:8080/', 'http://[::]:8080/api/health'])
    expect((await addressOf('0.0.0.0'))[0]).toBe('http://127.0.0.1:8080/')
    expect((await addressOf('192.0.2.1'))[0]).toBe('http://192.0.2.1:8080/')
    fetched.mockRestore()
    expect(existsSync(database), 'database created by the checks').toBe(false)
  })
})
