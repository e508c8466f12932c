import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './attack.ts'
import { faultsWhileSick, injectFaults, look, mountTinyDisk, openSiteIn, recovered } from './sick-disk.ts'

/** Every call that changes a file or its length, and those that wait for the disk. */
const WRITES = 'pwrite64,pwritev,ftruncate,fallocate'
const SPELLS = [
  ['read-only disk', `${WRITES}:error=EROFS`],
  ['disk that fails to write', `${WRITES}:error=EIO`],
  ['disk that fails to sync', 'fsync,fdatasync:error=EIO'],
  ['quota used up', `${WRITES}:error=EDQUOT`],
] as const
/** Room for the database and its log, which hold the same pages while a checkpoint writes them back. */
const TINY_KB = 2000

/** Makes the system refuse what the server asks of the disk, each way in turn, and lets it recover. Needs strace. */
export async function attackDisk(): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, fault] of SPELLS) {
    const { site, remove } = await openSiteIn()
    const heal = await injectFaults(site.process.pid as number, fault)
    const faults = faultsWhileSick(await look(site.url), true)
    await heal()
    faults.push(...(await recovered(site.url)))
    const rows = site.rows('contact_messages').length
    if (rows < 2) faults.push(`${rows} rows after recovery`)
    await remove()
    findings.push({ attack: name, cases: 1, faults })
  }
  return [...findings, ...(await attackFullDisk())]
}

/** Fills a tiny disk and makes room again; no finding where mounting is not allowed. */
export async function attackFullDisk(): Promise<Finding[]> {
  const disk = mountTinyDisk(TINY_KB)
  if (!disk) return []
  const { site, folder, remove } = await openSiteIn(disk.folder)
  try {
    writeFileSync(join(folder, 'junk'), Buffer.alloc(TINY_KB * 1024))
  } catch {
    // Full is what it was to be.
  }
  // The log may hold room for a few more.
  let seen = await look(site.url)
  for (let n = 0; n < 10 && seen.json.status === 201; n++) seen = await look(site.url)
  const faults = faultsWhileSick(await look(site.url))
  rmSync(join(folder, 'junk'))
  faults.push(...(await recovered(site.url)))
  await remove()
  disk.unmount()
  return [{ attack: 'full disk', cases: 1, faults }]
}
