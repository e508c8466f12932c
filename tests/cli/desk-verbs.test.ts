import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createDeskSessions } from '../../src/server/desk/access/sessions.ts'
import { operator, setUpOperator } from './operator.ts'

setUpOperator()

describe('hera desk', () => {
  it('prints a link to the site of SITE_URL, else of the build, else on localhost', async () => {
    await operator.run('desk')
    operator.context.config.siteUrl = 'https://www.maison.example'
    await operator.run('desk')
    operator.context.config.siteUrl = undefined
    rmSync(operator.file('dist/build.json'))
    await operator.run('desk')
    expect(operator.printed.map((link) => new URL(link).origin)).toEqual([
      'https://hera.example',
      'https://www.maison.example',
      'http://localhost:4321',
    ])
  })

  it('prints a sign-in link, lists the signed-in devices, and signs one out', async () => {
    operator.context.config.siteUrl = 'https://hera.example'
    await operator.run('desk')
    expect(operator.printed[0]).toMatch(/^https:\/\/hera\.example\/bureau\/entrer\/[\w-]{32}$/)
    const sessions = createDeskSessions(operator.db, () => operator.now, randomBytes)
    sessions.open(operator.printed[0]?.slice(-32) ?? '', 'Safari, iPhone')
    await operator.run('desk', [], { sessions: true })
    expect(operator.printed[1]).toBe('1\tSafari, iPhone\t2026-11-22 11:00\t2026-11-22 11:00')
    await operator.run('desk', [], { end: '1' })
    expect(sessions.list(), 'devices that are still signed in').toEqual([])
    await operator.run('desk', [], { sessions: true })
    expect(operator.noted.at(-1)).toBe('Aucun appareil n’est connecté.')
    await expect(operator.run('desk', [], { end: '1' })).rejects.toThrow('Aucun appareil connecté ne porte le n° 1')
    for (const end of ['x', '1x', 'x1'])
      await expect(operator.run('desk', [], { end })).rejects.toThrow('--end attend le numéro')
  })
})
