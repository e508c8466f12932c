import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { post, send } from '../attacks/attack.ts'
import {
  faultsWhenWell,
  faultsWhileSick,
  healthAfterCache,
  look,
  mountTinyDisk,
  openSiteIn,
  recovered,
} from '../attacks/sick-disk.ts'
import { valid } from '../samples.ts'

describe('a folder that vanishes', () => {
  it('is noticed, is waited for, and takes submissions again when it is back', async () => {
    const { site, folder, remove } = await openSiteIn()
    expect(faultsWhenWell(await look(site.url))).toEqual([])
    renameSync(folder, `${folder}.away`)
    expect(faultsWhileSick(await look(site.url))).toEqual([])
    renameSync(`${folder}.away`, folder)
    expect(await recovered(site.url)).toEqual([])
    expect(site.rows('contact_messages')).toHaveLength(4)
    expect(await healthAfterCache(site.url)).toBe(200)
    await remove()
  })

  it('gets a new database when it is made anew', async () => {
    const { site, folder, remove } = await openSiteIn()
    rmSync(folder, { recursive: true })
    expect(faultsWhileSick(await look(site.url), true)).toEqual([])
    mkdirSync(folder)
    expect(await recovered(site.url)).toEqual([])
    expect(statSync(site.databasePath).mode & 0o777).toBe(0o600)
    await remove()
  })
})

describe('a file that is replaced', () => {
  it('is waited for while it is missing, and opened when it is there', async () => {
    const { site, folder, remove } = await openSiteIn()
    const backup = join(folder, '../backup.sqlite')
    const db = new Sqlite(site.databasePath)
    await db.backup(backup)
    db.close()
    for (const end of ['', '-wal', '-shm']) renameSync(site.databasePath + end, `${site.databasePath}${end}.old`)
    expect(faultsWhileSick(await look(site.url))).toEqual([])
    renameSync(backup, site.databasePath)
    expect(await recovered(site.url)).toEqual([])
    expect(site.rows('contact_messages')).toHaveLength(2)
    await remove()
  })

  it('loses nothing when only its log is deleted', async () => {
    const { site, remove } = await openSiteIn()
    expect(faultsWhenWell(await look(site.url))).toEqual([])
    rmSync(`${site.databasePath}-wal`)
    expect(await recovered(site.url)).toEqual([])
    expect(site.rows('contact_messages')).toHaveLength(4)
    await remove()
  })
})

it('a file that is damaged under the server is left as it is until a sound one takes its place', async () => {
  const { site, folder, remove } = await openSiteIn()
  expect(faultsWhenWell(await look(site.url))).toEqual([])
  const copy = join(folder, 'sound.sqlite')
  const db = new Sqlite(site.databasePath)
  db.exec("INSERT INTO health VALUES (1, 'x') ON CONFLICT DO UPDATE SET checked_at = excluded.checked_at")
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  copyFileSync(site.databasePath, copy)
  const damaged = Buffer.alloc(statSync(copy).size, 'ruine ')
  writeFileSync(site.databasePath, damaged)
  expect(faultsWhileSick(await look(site.url))).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect(faultsWhileSick(await look(site.url))).toEqual([])
  expect(readFileSync(site.databasePath).equals(damaged)).toBe(true)
  renameSync(copy, site.databasePath)
  expect(await recovered(site.url)).toEqual([])
  expect(site.rows('contact_messages')).toHaveLength(4)
  await remove()
})

const disk = mountTinyDisk(600)
it.skipIf(!disk)('a full disk answers 503 and takes submissions again when there is room', async () => {
  const { site, folder, remove } = await openSiteIn(disk?.folder)
  const junk = join(folder, 'junk')
  try {
    writeFileSync(junk, Buffer.alloc(600 * 1024))
  } catch {
    // Full is what it was to be.
  }
  // The log may hold room for a few more.
  let seen = await look(site.url)
  for (let n = 0; n < 50 && seen.json.status === 201; n++) seen = await look(site.url)
  seen = await look(site.url)
  expect(faultsWhileSick(seen)).toEqual([])
  rmSync(junk)
  expect(await recovered(site.url)).toEqual([])
  await remove()
  disk?.unmount()
})

it('another process that holds the lock does not hold up the pages', async () => {
  const { site, remove } = await openSiteIn()
  const lock = new Sqlite(site.databasePath)
  lock.exec('BEGIN IMMEDIATE')
  const waiting = Array.from({ length: 8 }, (_, n) =>
    post(site.url, 'contact', { ...valid.contact, message: `Pendant ${n}` }),
  )
  await new Promise((resolve) => setTimeout(resolve, 400))
  const readings = await Promise.all(Array.from({ length: 20 }, () => send(`${site.url}/terms`)))
  expect(Math.max(...readings.map(({ ms }) => ms))).toBeLessThan(500)
  lock.exec('COMMIT')
  lock.close()
  // Whoever waited is stored once the lock is gone: nobody was turned away for a short one.
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(8).fill(201))
  await remove()
})
