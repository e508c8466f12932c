import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSite } from '../support/site.ts'
import type { Finding } from './attack.ts'
import { faultsWhileSick, injectFaults, look, mountTinyDisk, openSiteIn, recovered } from './sick-disk.ts'

/** System calls that change a file or its length. */
const WRITES = 'pwrite64,pwritev,ftruncate,fallocate'
const SPELLS = [
  ['read-only disk', `${WRITES}:error=EROFS`],
  ['disk that fails to write', `${WRITES}:error=EIO`],
  ['disk that fails to sync', 'fsync,fdatasync:error=EIO'],
  ['disk quota exceeded', `${WRITES}:error=EDQUOT`],
] as const
/** Size of the disk, in KB: room for the database and its log, which contain the same pages during a checkpoint. */
const TINY_KB = 2000

/** Makes system calls of the server fail, one kind after the other, and checks that it recovers. Needs strace. */
export async function attackDisk(): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, fault] of SPELLS) {
    const { site, remove } = await openSiteIn()
    const heal = await injectFaults(site.process.pid as number, fault)
    const faults = faultsWhileSick(await look(site.url), true)
    await heal()
    faults.push(...(await recovered(site.url)))
    const rows = site.rows('contact_messages').length
    if (rows < 2) faults.push(`only ${rows} rows after recovery`)
    await remove()
    findings.push({ attack: name, cases: 1, faults })
  }
  return [...findings, ...(await attackFullDisk())]
}

/** Fills a tiny disk and frees space again; returns no finding if mounting is not permitted. */
export async function attackFullDisk(): Promise<Finding[]> {
  const disk = mountTinyDisk(TINY_KB)
  if (!disk) return []
  const { site, folder, remove } = await openSiteIn(disk.folder)
  try {
    writeFileSync(join(folder, 'junk'), Buffer.alloc(TINY_KB * 1024))
  } catch {
    // Expected: the disk is full.
  }
  // The log may have room for a few more rows.
  let seen = await look(site.url)
  for (let n = 0; n < 10 && seen.json.status === 201; n++) seen = await look(site.url)
  const faults = faultsWhileSick(await look(site.url), true)
  await site.close()
  const restarted = await openSite({ DATABASE_PATH: site.databasePath })
  faults.push(...faultsWhileSick(await look(restarted.url), true).map((fault) => `after a restart: ${fault}`))
  rmSync(join(folder, 'junk'))
  faults.push(...(await recovered(restarted.url)))
  await restarted.close()
  await remove()
  disk.unmount()
  return [{ attack: 'full disk', cases: 1, faults }]
}
