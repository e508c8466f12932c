import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openConnection } from '../../src/server/database/connection.ts'
import { openSite } from '../site.ts'
import { desk, freshDesk, plain, type Ran } from './desk.ts'

/** Makes a file immutable, even for root, or undoes that; returns false if the file system does not support it. */
const setLock = (path: string, sign: '+i' | '-i') => spawnSync('chattr', [sign, path]).status === 0
const probe = join(mkdtempSync(join(tmpdir(), 'hera-lock-')), 'probe')
writeFileSync(probe, '')
const canBeLocked = setLock(probe, '+i') && setLock(probe, '-i')

freshDesk()
const signs = (out: string) => out.match(/^[✓!✗] [^:]+(?= :)/gm) ?? []

/** Returns the error of the site that does not start. */
const start = async () => {
  const error = (await openSite({ DATABASE_PATH: desk.path }).catch((error) => error)) as Error
  return plain(error.message.split('\n')[1] ?? '')
}
/** Does the same without a process. */
const refusal = () => {
  try {
    openConnection(desk.path).close()
    return ''
  } catch (error) {
    return plain((error as Error).message)
  }
}

describe('an unusable database', () => {
  it('with damaged pages is reported alike by server, doctor and stats, which check or count the rest', async () => {
    for (let n = 0; n < 300; n++) desk.submit('contact', { message: `${n} ${'x'.repeat(400)}` })
    desk.submit('waitlist')
    const page = desk.db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'contact_messages'").pluck().get()
    desk.db.pragma('wal_checkpoint(TRUNCATE)')
    desk.db.close()
    const bytes = readFileSync(desk.path)
    bytes.fill(0x5a, (Number(page) - 1) * 4096, Number(page) * 4096)
    writeFileSync(desk.path, bytes)
    const said = refusal()
    expect(said).toBe(`${desk.path} est endommagé. Restaurez une sauvegarde.`)
    expect(await start()).toBe(said)
    const { code, out, err } = await desk.run('stats')
    expect(code, 'exit code of stats').toBe(1)
    expect(out).toMatch(/^waitlist\t1\t/m)
    expect(err.split('\n').filter((line) => line === said)).toEqual([said])
    const doctor = await desk.run('doctor')
    expect(doctor.code, 'exit code of doctor').toBe(1)
    expect(doctor.out).toContain(said)
    expect(signs(doctor.out)).toEqual(expect.arrayContaining(['✓ Disque', '! Ouverture']))
  })

  it('of a newer version is reported alike', async () => {
    desk.db.exec("INSERT INTO migrations VALUES ('9999_demain.sql', hex(zeroblob(32)), NULL)")
    desk.db.close()
    const said = refusal()
    expect(said).toMatch(
      /vient d’une version plus récente de Hera \(\d+ migrations, celle-ci en connaît \d+\)\. Mettez Hera à jour\.$/,
    )
    expect(await desk.run('stats')).toMatchObject({ code: 1, err: `${said}\n` })
    expect((await desk.run('doctor')).out).toContain(`✗ Base de données : ${said}`)
  })

  it.runIf(canBeLocked)('without write permission is reported alike, and stats still counts', async () => {
    desk.submit('waitlist')
    desk.db.close()
    setLock(desk.path, '+i')
    try {
      const said = await start()
      expect(said).toBe(
        `${desk.path} ne peut pas être modifié : vérifiez les droits du fichier, du dossier et du disque.`,
      )
      const stats: Ran = await desk.run('stats')
      expect(stats).toMatchObject({ code: 1, err: expect.stringContaining(said) })
      expect(stats.out).toMatch(/^waitlist\t1\t/m)
      expect((await desk.run('doctor')).out).toContain(`✗ ${said}`)
    } finally {
      setLock(desk.path, '-i')
    }
  })
})
