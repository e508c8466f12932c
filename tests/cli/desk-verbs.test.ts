import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createDeskSessions } from '../../src/server/desk/access/sessions.ts'
import { freshOffice, office } from './office.ts'

freshOffice()

describe('hera desk', () => {
  it('prints a link to the site of SITE_URL, else of the build, else on localhost', async () => {
    await office.run('desk')
    office.context.config.siteUrl = 'https://www.maison.example'
    await office.run('desk')
    office.context.config.siteUrl = undefined
    rmSync(office.file('dist/build.json'))
    await office.run('desk')
    expect(office.printed.map((link) => new URL(link).origin)).toEqual([
      'https://hera.example',
      'https://www.maison.example',
      'http://localhost:4321',
    ])
  })

  it('prints a sign-in link, lists the signed-in devices, and signs one out', async () => {
    office.context.config.siteUrl = 'https://hera.example'
    await office.run('desk')
    expect(office.printed[0]).toMatch(/^https:\/\/hera\.example\/bureau\/entrer\/[\w-]{32}$/)
    const sessions = createDeskSessions(office.db, () => office.now, randomBytes)
    sessions.open(office.printed[0]?.slice(-32) ?? '', 'Safari, iPhone')
    await office.run('desk', [], { sessions: true })
    expect(office.printed[1]).toBe('1\tSafari, iPhone\t2026-11-22 11:00\t2026-11-22 11:00')
    await office.run('desk', [], { end: '1' })
    expect(sessions.list(), 'devices that are still signed in').toEqual([])
    await office.run('desk', [], { sessions: true })
    expect(office.noted.at(-1)).toBe('Aucun appareil n’est connecté.')
    await expect(office.run('desk', [], { end: '1' })).rejects.toThrow('Aucun appareil connecté ne porte le n° 1')
    for (const end of ['x', '1x', 'x1'])
      await expect(office.run('desk', [], { end })).rejects.toThrow('--end attend le numéro')
  })
})
