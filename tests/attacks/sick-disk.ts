import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forms } from '../../src/forms/index.ts'
import { valid } from '../support/samples.ts'
import { openSite, type Site } from '../support/site.ts'
import { type Finding, post, type Reply, send } from './attack.ts'

/** Responses that visitor and operator get in one state of the disk. */
export interface Look {
  /** Response to a JSON submission. */
  json: Reply
  /** Response to a browser without JavaScript. */
  page: Reply
  /** Response of a page that does not use the database. */
  reading: Reply
  health: Reply
}

let submission = 0

/** Sends one submission as JSON and one as a page, and requests a page and /api/health. */
export async function look(site: string): Promise<Look> {
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
export function faultsWhileSick({ json, page, reading, health }: Look): string[] {
  const faults: string[] = []
  if (json.status !== 503 || JSON.parse(json.text).message !== forms.contact.failure)
    faults.push(`JSON submission: ${json.status} ${json.text.slice(0, 200)}`)
  if (page.status !== 503 || !page.text.includes(forms.contact.failure)) faults.push(`form page: ${page.status}`)
  if (!/Envoi \d+ &amp; &lt;suite&gt; bis/.test(page.text)) faults.push('the page lacks the submitted input')
  if (reading.status !== 200) faults.push(`/terms: ${reading.status}`)
  if (health.status !== 503) faults.push(`health: ${health.status}`)
  return faults
}

/** Returns the faults of responses once the disk works again. */
function faultsWhenWell({ json, page, reading }: Look): string[] {
  const statuses = [json.status, page.status, reading.status]
  return statuses.join() === '201,303,200' ? [] : [`after recovery: ${statuses} ${json.text.slice(0, 200)}`]
}

/** Waits until submissions are stored again; returns how many were acknowledged, and the faults if it takes too long. */
export async function recovered(site: string, withinMs = 30_000): Promise<{ acknowledged: number; faults: string[] }> {
  const end = Date.now() + withinMs
  let acknowledged = 0
  for (;;) {
    const seen = await look(site)
    acknowledged += Number(seen.json.status === 201) + Number(seen.page.status === 303)
    const faults = faultsWhenWell(seen)
    if (faults.length === 0 || Date.now() > end) return { acknowledged, faults }
    await new Promise((resolve) => setTimeout(resolve, 400))
  }
}

/** Starts a site with its database in a subfolder of a folder that the test may change. */
export async function openSiteIn(
  parent?: string,
): Promise<{ site: Site; folder: string; remove: () => Promise<void> }> {
  const base = parent ?? mkdtempSync(join(tmpdir(), 'hera-disk-'))
  const folder = join(base, 'data')
  mkdirSync(folder, { recursive: true })
  const site = await openSite({ DATABASE_PATH: join(folder, 'hera.sqlite') })
  const remove = async () => {
    await site.close()
    if (!parent) rmSync(base, { recursive: true, force: true })
  }
  return { site, folder, remove }
}

/** Mounts a tiny tmpfs and returns its folder; undefined if mounting is not permitted. */
function mountTinyDisk(kilobytes: number): { folder: string; unmount: () => void } | undefined {
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

/** Size of the disk, in KB: room for the database and its log, which contain the same pages during a checkpoint. */
const TINY_KB = 2000

/** Fills a tiny disk and frees space again; returns no finding if mounting is not permitted. */
export async function attackFullDisk(): Promise<Finding[]> {
  const disk = mountTinyDisk(TINY_KB)
  if (!disk) return []
  const { site, folder, remove } = await openSiteIn(disk.folder)
  const fill = () => {
    try {
      appendFileSync(join(folder, 'junk'), Buffer.alloc(TINY_KB * 1024))
    } catch {
      // Expected: the disk is full.
    }
  }
  fill()
  // The log may have room for a few more rows.
  let seen = await look(site.url)
  for (let n = 0; n < 10 && seen.json.status === 201; n++) seen = await look(site.url)
  const faults = faultsWhileSick(await look(site.url))
  await site.close()
  // The database that was closed has emptied its log.
  fill()
  const restarted = await openSite({ DATABASE_PATH: site.databasePath })
  faults.push(...faultsWhileSick(await look(restarted.url)).map((fault) => `after a restart: ${fault}`))
  rmSync(join(folder, 'junk'))
  faults.push(...(await recovered(restarted.url)).faults)
  await restarted.close()
  await remove()
  disk.unmount()
  return [{ attack: 'full disk', cases: 1, faults }]
}
