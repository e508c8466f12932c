import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { changeFollowUp } from '../../src/server/leads/follow-up/follow-up.ts'
import { openDesk } from './desk.ts'

const NOW = new Date('2026-11-22T09:00:00.000Z')

/** What the command shows and carries of the follow-up of a submission. */
let desk: ReturnType<typeof openDesk>
beforeEach(() => {
  desk = openDesk()
})
afterEach(() => desk.close())

const change = (reference: string, changes: object, version = 0) =>
  changeFollowUp(desk.db, () => NOW, reference, changes, version, null)

it('is listed and exported', async () => {
  const reference = desk.submit('contact')
  const other = desk.submit('contact', { email: 'camille@exemple.fr', message: 'Autre' })
  change(reference, { state: 'en cours', note: 'Très bon contact' })
  expect((await desk.run('list', 'contact', '--status', 'en cours')).out).toContain(reference)
  expect((await desk.run('list', 'contact', '--status', 'en cours')).out).not.toContain(other)
  expect((await desk.run('list', 'contact', '--status', 'perdue')).code).toBe(2)
  await desk.run('export', 'contact', '--output', desk.file('contacts.csv'))
  const [head, row] = readFileSync(desk.file('contacts.csv'), 'utf8').split('\r\n')
  expect(head).toContain('Suivi;Note de la maison;Rappel')
  expect(row).toContain('en cours;Très bon contact')
})

it('is shown to the person, and goes with them', async () => {
  const reference = desk.submit('contact')
  const other = desk.submit('contact', { email: 'camille@exemple.fr', message: 'Autre' })
  change(reference, { state: 'en cours', note: 'Très bon contact' })
  expect((await desk.run('person', 'lea@exemple.fr')).out).toContain('Très bon contact')
  await desk.run('erase', 'lea@exemple.fr', '--yes')
  expect(desk.db.prepare('SELECT reference FROM leads').pluck().all()).toEqual([other])
  expect(desk.db.prepare('SELECT count(*) FROM lead_changes').pluck().get()).toBe(0)
})

it('survives a backup and its restoration, which signs everyone out', async () => {
  const reference = desk.submit('contact')
  change(reference, { state: 'répondue', note: 'Devis envoyé' })
  desk.db.exec(
    `INSERT INTO desk_sessions VALUES (1, '${'a'.repeat(64)}', 'Safari', '${NOW.toISOString()}', '${NOW.toISOString()}')`,
  )
  expect((await desk.run('backup', desk.file('copie.sqlite'))).code).toBe(0)
  change(reference, { state: 'sans suite' }, 1)
  expect((await desk.run('restore', desk.file('copie.sqlite'))).code).toBe(0)
  expect((await desk.run('show', reference)).out).toContain('Devis envoyé')
  expect((await desk.run('desk', '--sessions')).err).toContain('Aucun appareil')
})
