import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openCheckedDatabase } from '../../src/server/database/check-schema.ts'
import { plain } from '../support/plain.ts'
import { openSite } from '../support/site.ts'
import { installation, setUpInstallation } from './installation.ts'

/** Makes a file immutable, even for root, or undoes that; returns false if the file system does not support it. */
const setLock = (path: string, sign: '+i' | '-i') => spawnSync('chattr', [sign, path]).status === 0
const probe = join(mkdtempSync(join(tmpdir(), 'hera-lock-')), 'probe')
writeFileSync(probe, '')
const canBeLocked = setLock(probe, '+i') && setLock(probe, '-i')

setUpInstallation()
const signs = (out: string) => out.match(/^[✓!✗] [^:]+(?= :)/gm) ?? []

/** Returns the error of a connection. */
const refusal = () => {
  try {
    openCheckedDatabase(installation.path).close()
    return ''
  } catch (error) {
    return plain((error as Error).message)
  }
}

describe('an unusable database', () => {
  it('with damaged pages is reported alike by connection and doctor, which checks the rest', async () => {
    for (let n = 0; n < 300; n++) installation.submit('contact', { message: `${n} ${'x'.repeat(400)}` })
    installation.submit('waitlist')
    const page = installation.db
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'contact_messages'")
      .pluck()
      .get()
    installation.db.pragma('wal_checkpoint(TRUNCATE)')
    installation.db.close()
    const bytes = readFileSync(installation.path)
    bytes.fill(0x5a, (Number(page) - 1) * 4096, Number(page) * 4096)
    writeFileSync(installation.path, bytes)
    const said = refusal()
    expect(said).toBe(`${installation.path} est endommagé. Restaurez une sauvegarde.`)
    const doctor = await installation.run('doctor')
    expect(doctor.code, 'exit code of doctor').toBe(1)
    expect(doctor.out).toContain(said)
    expect(signs(doctor.out)).toEqual(expect.arrayContaining(['✓ Disque', '! Ouverture']))
  })

  it.runIf(canBeLocked)('without write permission is reported alike', async () => {
    installation.submit('waitlist')
    installation.db.close()
    setLock(installation.path, '+i')
    try {
      const error: Error = await openSite({ DATABASE_PATH: installation.path }).catch((error) => error)
      const said = plain(error.message.split('\n')[1] ?? '')
      expect(said).toBe(
        `${installation.path} ne peut pas être modifié : vérifiez les droits du fichier, du dossier et du disque.`,
      )
      expect((await installation.run('doctor')).out).toContain(`✗ ${said}`)
    } finally {
      setLock(installation.path, '-i')
    }
  })
})
