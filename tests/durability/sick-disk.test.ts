import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { forms } from '../../src/forms/index.ts'
import { post, send } from '../attacks/attack.ts'
import { valid } from '../support/samples.ts'
import { openSite } from '../support/site.ts'

/** Size of the full disk, in KB: room for the database and its log, which contain the same pages during a checkpoint. */
const TINY_KB = 2000
let submission = 0

/**
 * Returns the responses that visitor and operator get in one state of the disk: to a submission as JSON and one of a
 * browser without JavaScript, of a page that does not use the database, and of /api/health.
 */
async function look(site: string) {
  submission += 1
  const message = `Envoi ${submission} & <suite>`
  const body = new URLSearchParams({ ...valid.contact, message: `${message} bis` }).toString()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' }
  const [page, json, reading] = await Promise.all([
    send(`${site}/formulaires/contact`, { method: 'POST', headers, body }),
    post(site, 'contact', { ...valid.contact, message }),
    send(`${site}/terms`),
  ])
  return { page, json, reading, health: await send(`${site}/api/health`) }
}

/** Returns the faults of responses while the disk fails. */
function faultsWhileSick({ json, page, reading, health }: Awaited<ReturnType<typeof look>>): string[] {
  const faults: string[] = []
  if (json.status !== 503 || JSON.parse(json.text).message !== forms.contact.failure)
    faults.push(`JSON submission: ${json.status} ${json.text.slice(0, 200)}`)
  if (page.status !== 503 || !page.text.includes(forms.contact.failure)) faults.push(`form page: ${page.status}`)
  if (!/Envoi \d+ &amp; &lt;suite&gt; bis/.test(page.text)) faults.push('the page lacks the submitted input')
  if (reading.status !== 200) faults.push(`/terms: ${reading.status}`)
  if (health.status !== 503) faults.push(`health: ${health.status}`)
  return faults
}

/** Waits until submissions are stored again; returns how many were acknowledged meanwhile. */
async function recovered(site: string): Promise<number> {
  let acknowledged = 0
  const isWell = async () => {
    const { json, page, reading } = await look(site)
    acknowledged += Number(json.status === 201) + Number(page.status === 303)
    if ([json.status, page.status, reading.status].join() !== '201,303,200') throw new Error(json.text)
  }
  await vi.waitFor(isWell, { interval: 400, timeout: 60_000 })
  return acknowledged
}

/** Mounts a tiny tmpfs and returns its folder; undefined if mounting is not permitted. */
function mountTinyDisk(kilobytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'hera-tmpfs-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  return {
    folder,
    unmount() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

// The tests run concurrently because each mostly waits for its own site.
it.concurrent('a database file that was replaced ends the server with a sentence, and nothing is acknowledged', async ({
  onTestFinished,
}) => {
  const site = await openSite()
  onTestFinished(async () => void (await site.close()))
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
  const folder = mkdtempSync(join(tmpdir(), 'hera-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { DATABASE_PATH: join(folder, 'hera.sqlite') }
  const first = await openSite(env)
  await first.close()
  expect(first.output()).not.toContain('est neuve')
  for (const suffix of ['', '-wal', '-shm']) rmSync(env.DATABASE_PATH + suffix, { force: true })
  const next = await openSite(env)
  await next.close()
  expect(next.output()).toMatch(/est neuve et vide, sa clé est plus ancienne : .*sauvegardes\/ .*hera restore/)
})

it.concurrent('a locked database gets 503, also at the start, and pages are served', async ({ onTestFinished }) => {
  const site = await openSite()
  onTestFinished(async () => void (await site.close()))
  const other = new Sqlite(site.databasePath)
  other.exec('BEGIN EXCLUSIVE')
  expect(faultsWhileSick(await look(site.url))).toEqual([])
  const second = await openSite({ DATABASE_PATH: site.databasePath })
  onTestFinished(async () => void (await second.close()))
  expect(faultsWhileSick(await look(second.url)), 'of a server started meanwhile').toEqual([])
  other.close()
  const acknowledged = (await recovered(site.url)) + (await recovered(second.url))
  expect(site.rows('contact_messages')).toHaveLength(acknowledged)
  // The other server reuses its last result for five seconds; see the test of health.
  expect((await look(second.url)).health.status).toBe(200)
})

it.concurrent('on a full disk submissions get 503, also after a restart, and are stored once there is room', async ({
  onTestFinished,
}) => {
  const disk = mountTinyDisk(TINY_KB)
  // Skipped where mounting is not permitted.
  if (!disk) return
  onTestFinished(disk.unmount)
  const env = { DATABASE_PATH: join(disk.folder, 'hera.sqlite') }
  const junk = join(disk.folder, 'junk')
  const site = await openSite(env)
  const fill = () => {
    try {
      appendFileSync(junk, Buffer.alloc(TINY_KB * 1024))
    } catch {
      // Expected: the disk is full.
    }
  }
  // The log may have room for a few more rows, and the purge of the start may empty it meanwhile.
  let faults = ['not looked at']
  for (let n = 0; n < 10 && faults.length > 0; n++) {
    fill()
    faults = faultsWhileSick(await look(site.url))
  }
  expect(faults).toEqual([])
  await site.close()
  // The database that was closed has emptied its log.
  fill()
  const restarted = await openSite(env)
  expect(faultsWhileSick(await look(restarted.url)), 'after a restart').toEqual([])
  rmSync(junk)
  await recovered(restarted.url)
  await restarted.close()
})
