import { renameSync, rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { attackFullDisk, faultsWhileSick, look, openSiteIn, recovered } from '../attacks/sick-disk.ts'
import { openSite } from '../support/site.ts'

// The tests run concurrently because each mostly waits for its own site.
it.concurrent('a database file that was replaced ends the server with a sentence, and nothing is acknowledged', async ({
  onTestFinished,
}) => {
  const { site, remove } = await openSiteIn()
  onTestFinished(remove)
  const ended = new Promise((resolve) => site.process.once('exit', resolve))
  renameSync(site.databasePath, `${site.databasePath}.away`)
  const seen = await look(site.url).catch(() => undefined)
  if (seen) expect(faultsWhileSick(seen), 'until it ends').toEqual([])
  expect(await ended).toBe(1)
  expect(site.output()).toContain(`${site.databasePath} a été remplacée pendant que Hera tournait : relancez Hera.`)
})

it.concurrent('a new database beside an older key is said at the start, with the way back', async ({
  onTestFinished,
}) => {
  const { site, remove } = await openSiteIn()
  onTestFinished(remove)
  expect(site.output()).not.toContain('est neuve')
  await site.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(site.databasePath + suffix, { force: true })
  const next = await openSite({ DATABASE_PATH: site.databasePath })
  await next.close()
  expect(next.output()).toMatch(/est neuve et vide, sa clé est plus ancienne : .*sauvegardes\/ .*hera restore/)
})

it.concurrent('a locked database gets 503, also at the start, and pages are served', async ({ onTestFinished }) => {
  const { site, remove } = await openSiteIn()
  onTestFinished(remove)
  const other = new Sqlite(site.databasePath)
  other.exec('BEGIN EXCLUSIVE')
  expect(faultsWhileSick(await look(site.url))).toEqual([])
  const second = await openSite({ DATABASE_PATH: site.databasePath })
  onTestFinished(async () => void (await second.close()))
  expect(faultsWhileSick(await look(second.url)), 'of a server started meanwhile').toEqual([])
  other.close()
  const ends = [await recovered(site.url), await recovered(second.url)]
  expect(
    ends.flatMap(({ faults }) => faults),
    'without the lock',
  ).toEqual([])
  expect(site.rows('contact_messages')).toHaveLength(ends.reduce((sum, { acknowledged }) => sum + acknowledged, 0))
  // The other server reuses its last result for five seconds; see the test of health.
  expect((await look(second.url)).health.status).toBe(200)
})

it.concurrent('on a full disk submissions get 503, also after a restart, and are stored once there is room', async () => {
  // Skipped where no disk can be mounted.
  for (const { faults } of await attackFullDisk()) expect(faults, 'faults of a full disk').toEqual([])
})
