import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answersWithin, type Host } from '../../../../src/server/operations/releases/host.ts'
import { rollback, upgrade } from '../../../../src/server/operations/releases/upgrade.ts'
import { valid } from '../../../samples.ts'
import { freePort, manifest, SERVE } from '../../../site.ts'
import { label, packRelease } from './archives.ts'

const MIGRATIONS = readdirSync('db/migrations').length
const PARTS = ['dist', 'db/migrations', 'src', 'package.json', 'server.mjs', 'hera.mjs', 'startup.mjs']

/** Installation with a current release, and archives of others. The second test continues from the first. */
let folder: string
let base: string
let database: string
let url: string
let host: Host
let served: ChildProcess | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hera-'))
  base = join(folder, 'opt')
  database = join(folder, 'hera.sqlite')
  mkdirSync(join(base, 'releases'), { recursive: true })
  writeRelease(join(base, 'releases'), 'first')
  symlinkSync('releases/first', join(base, 'current'))
  host = await openHost()
  await host.restart()
  expect(await host.answers(), 'the first release responds').toBe(true)
})
afterAll(async () => {
  await host.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('an upgrade whose migration fails on a copy of the database changes nothing', async () => {
  const broken = (release: string) =>
    writeFileSync(join(release, 'db/migrations/9999_later.sql'), 'INSERT INTO leads (reference) VALUES (1);')
  const before = readdirSync(folder)
  await expect(upgrade(base, archive('broken', broken), host)).rejects.toThrow(
    /essayée sur une copie : rien n’est changé/,
  )
  expect(readdirSync(join(base, 'releases'))).toEqual(['first'])
  expect(readdirSync(folder).filter((name) => !before.includes(name) && !name.startsWith('staging'))).toEqual([])
  expect([await servedName(), messages(database)]).toEqual(['first', []])
})

it('a rollback asks before it drops rows added since, and keeps them in the former database', async () => {
  await post('Avant')
  await upgrade(base, archive('newer', addMigration), host)
  await post('Après')
  const asked: unknown[] = []
  await rollback(base, host, async (loss) => asked.push(loss) === 1)
  expect(asked).toEqual([{ copy: `${database}.v${MIGRATIONS}`, changed: true }])
  expect(await servedName()).toBe('first')
  expect(messages(database)).toEqual(['Avant'])
  const former = readdirSync(folder).find((name) => /\.avant-\d{8}-\d{6}$/.test(name)) ?? ''
  expect(messages(join(folder, former))).toEqual(['Avant', 'Après'])
})

const servedName = async () => (await fetch(`${url}/name.txt`)).text()

/** Fake systemd: runs the release that `current` links to. */
async function openHost(): Promise<Host> {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const env = { PATH: '', HOST: '127.0.0.1', PORT: String(port), DATABASE_PATH: database }
  let ended: Promise<false> | undefined
  const stop = async () => {
    served?.kill('SIGKILL')
    await ended
  }
  return {
    databasePath: database,
    siteUrl: manifest().siteUrl,
    account: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    stop,
    async restart() {
      await stop()
      const child = spawn('node_modules/.bin/node', SERVE.slice(1), {
        cwd: join(base, 'current'),
        env,
        stdio: 'ignore',
      })
      ended = new Promise((done) => child.once('exit', () => done(false)))
      served = child
    },
    answers: () => Promise.race([answersWithin(30_000, url), ended ?? Promise.resolve(false as const)]),
  }
}

/** Creates the archive of a release that runs with the packages of this project. */
function archive(name: string, change?: (release: string) => void): string {
  const staging = join(folder, `staging-${name}`)
  writeRelease(staging, name, change)
  return packRelease(staging, name)
}

function writeRelease(into: string, name: string, change: (release: string) => void = () => {}): void {
  const release = join(into, name)
  // Without pictures, the largest part of a release, because it is packed and unpacked several times.
  const filter = (path: string) => !/\.(avif|webp|jpg)$/.test(path)
  for (const part of PARTS) cpSync(part, join(release, part), { recursive: true, filter })
  symlinkSync(resolve('node_modules'), join(release, 'node_modules'))
  writeFileSync(join(release, 'dist/client/name.txt'), name)
  label(release, { name })
  change(release)
}

function addMigration(release: string): void {
  writeFileSync(join(release, 'db/migrations/9999_later.sql'), 'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;')
}

async function post(message: string): Promise<void> {
  const body = new URLSearchParams({ ...valid.contact, message })
  const response = await fetch(`${url}/formulaires/contact`, { method: 'POST', body, redirect: 'manual' })
  expect(response.status, 'status of the form').toBe(303)
}

function messages(path: string): unknown[] {
  const db = new Sqlite(path, { readonly: true })
  try {
    return db.prepare('SELECT message FROM leads JOIN contact_messages USING (reference) ORDER BY id').pluck().all()
  } finally {
    db.close()
  }
}
