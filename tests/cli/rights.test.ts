import { readFileSync, statSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { forms } from '../../src/forms/index.ts'
import { purgeHold } from '../../src/server/leads/purge-hold.ts'
import { replayErasures } from '../../src/server/leads/replay-erasures.ts'
import { countPurgeable, purge } from '../../src/server/leads/retention.ts'
import { emailHasher, keyPath } from '../../src/server/people/email-hash.ts'
import { erasuresPath } from '../../src/server/people/erasures.ts'
import { recordKey } from '../../src/server/people/hash-key.ts'
import { openDesk } from './desk.ts'

let desk: ReturnType<typeof openDesk>
beforeEach(() => {
  desk = openDesk()
})
afterEach(() => desk.close())
const count = (table: string) => desk.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()

it('gathers everything held on a person, in words and as a file to take along', async () => {
  desk.submit('contact')
  desk.submit('waitlist', { email: 'Lea@exemple.fr' })
  desk.submit('withdrawal')
  const { out } = await desk.run('person', 'LEA@exemple.fr')
  expect(out).toContain('Bonjour.')
  expect(out).toContain('Consentement')
  const file = desk.file('lea.json')
  expect((await desk.run('person', 'lea@exemple.fr', '--output', file)).code).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const held = JSON.parse(readFileSync(file, 'utf8'))
  expect(held.submissions.map(({ form }: { form: string }) => form)).toEqual(['contact', 'waitlist', 'withdrawal'])
  expect((await desk.run('person', 'personne@exemple.fr')).code).toBe(1)
})

it('corrects under the rules of the form, or says why not and changes nothing', async () => {
  const reference = desk.submit('contact')
  expect((await desk.run('correct', reference, 'name=Zoé', 'subject=retour')).code).toBe(0)
  expect(desk.db.prepare('SELECT name, subject FROM leads JOIN contact_messages USING (reference)').get()).toEqual({
    name: 'Zoé',
    subject: 'retour',
  })
  for (const pair of ['email=faux', 'subject=nul', 'name=', 'message=']) {
    expect((await desk.run('correct', reference, pair)).code, pair).toBe(1)
  }
  expect((await desk.run('correct', reference, 'id=3')).code).toBe(2)
  expect(desk.db.prepare('SELECT name, subject FROM leads JOIN contact_messages USING (reference)').get()).toEqual({
    name: 'Zoé',
    subject: 'retour',
  })
})

it('takes no address that is on the list already, and keeps a confirmation when only capitals change', async () => {
  const old = desk.submit('waitlist', { email: 'lea@exemple.fr' })
  const other = desk.submit('waitlist', { email: 'autre@exemple.fr' })
  desk.db.prepare("UPDATE waitlist_signups SET confirmed_at = '2020-01-07T00:00:00.000Z'").run()
  const refused = await desk.run('correct', old, 'email=autre@exemple.fr')
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(`déjà inscrite, sous ${other}`) })
  expect((await desk.run('correct', old, 'email=Lea@exemple.fr')).code).toBe(0)
  expect((await desk.run('correct', old, 'email=lea.martin@exemple.fr')).code).toBe(0)
  expect(
    desk.db
      .prepare(
        'SELECT email, confirmed_at IS NULL AS moved FROM leads JOIN waitlist_signups USING (reference) ORDER BY id',
      )
      .all(),
  ).toEqual([
    { email: 'lea.martin@exemple.fr', moved: 1 },
    { email: 'autre@exemple.fr', moved: 0 },
  ])
})

it('does nothing by halves with words that are too many, or with a day that is over', async () => {
  const reference = desk.submit('contact')
  const surplus = await desk.run('erase', 'lea@exemple.fr', 'autre@exemple.fr', '--yes')
  expect(surplus).toMatchObject({ code: 2, err: expect.stringContaining('« autre@exemple.fr » est de trop') })
  expect(count('contact_messages')).toBe(1)
  expect(await desk.run('keep', reference, '--until', '2020-01-01')).toMatchObject({ code: 2 })
  expect((await desk.run('keep', reference, '--until')).err).toContain('--until attend une valeur')
  expect((await desk.run('erase', 'lea@exemple.fr', '--yes=1')).err).toContain('--yes ne prend pas de valeur')
  expect((await desk.run('erase', 'lea@exemple.fr', '--oui')).err).toContain('--oui n’est pas comprise')
})

it('erases only when it is told to, everywhere, and remembers a keyed hash alone', async () => {
  for (const name of ['contact', 'withdrawal'] as const) desk.submit(name)
  desk.submit('contact', { email: 'autre@exemple.fr', message: 'Je reste' })
  expect((await desk.run('erase', 'lea@exemple.fr')).code).toBe(1)
  expect(count('contact_messages')).toBe(2)
  expect((await desk.run('erase', 'lea@exemple.fr', '--yes')).code).toBe(0)
  expect(count('contact_messages')).toBe(1)
  expect(count('withdrawal_notices')).toBe(0)
  const log = readFileSync(erasuresPath(desk.path), 'utf8')
  // The address, and the references of two rows.
  expect(log).toMatch(/^(\S+Z [\w-]{43}\n){3}$/)
  expect(log).not.toContain('lea@')
  for (const path of [erasuresPath(desk.path), keyPath(desk.path)]) expect(statSync(path).mode & 0o777).toBe(0o600)
  for (const file of [desk.path, `${desk.path}-wal`])
    expect(readFileSync(file).includes('lea@exemple.fr'), file).toBe(false)
})

it('erases again what is older than the erasure, and leaves what came later', async () => {
  await desk.run('erase', 'lea@exemple.fr', '--yes')
  desk.submit('contact', {}, { day: '2019-01-01' })
  desk.submit('contact', { message: 'Revenue d’elle-même' }, { day: '2100-01-01' })
  expect(replayErasures(desk.db, desk.path, emailHasher(desk.path))).toBe(1)
  expect(count('contact_messages')).toBe(1)
})

it('takes whoever objects off both lists and keeps no address', async () => {
  desk.submit('waitlist')
  desk.submit('newsletter', { email: 'liste@exemple.fr' })
  expect((await desk.run('object', 'LISTE@exemple.fr')).code).toBe(0)
  expect([count('waitlist_signups'), count('newsletter_subscriptions'), count('consent_events')]).toEqual([0, 0, 0])
  expect(JSON.stringify(desk.db.prepare('SELECT * FROM objections').all())).not.toContain('liste@')
  expect((await desk.run('object', 'liste@exemple.fr', '--lift')).code).toBe(0)
  expect((await desk.run('object', 'liste@exemple.fr', '--lift')).code).toBe(1)
})

it('says that objections are unknown under another key, which takes its place only where the operator agrees', async () => {
  desk.submit('contact')
  expect((await desk.run('object', 'zoe@exemple.fr')).code).toBe(0)
  expect((await desk.run('object', '--new-key')).err).toContain('déjà celle de la base')
  recordKey(desk.db, () => 'x'.repeat(43))
  expect((await desk.run('person', 'lea@exemple.fr')).out).toContain('inconnue, car la clé')
  expect((await desk.run('object', '--new-key')).err).toContain('Rien n’est changé.')
  expect(count('objections')).toBe(1)
})

it('purges by each form’s period, but not what is kept; a dry run only counts', async () => {
  const now = new Date('2026-11-21T12:00:00Z')
  for (const [name, day] of [
    ['contact', '2025-11-20'],
    ['contact', '2025-11-22'],
    ['partnership', '2025-11-20'],
    ['ambassador', '2025-11-20'],
    ['withdrawal', '2017-01-01'],
  ] as const)
    desk.submit(name, {}, { day })
  const kept = desk.submit('contact', { message: 'À garder' }, { day: '2020-01-01' })
  expect((await desk.run('keep', kept, '--until', '2030-01-01')).code).toBe(0)
  expect((await desk.run('keep', kept, '--until', 'demain')).code).toBe(2)
  const due = { waitlist: 0, newsletter: 0, contact: 1, partnership: 0, ambassador: 1, withdrawal: 0, quote: 0 }
  expect(countPurgeable(desk.db, now)).toEqual(due)
  expect(count(forms.contact.table)).toBe(3)
  expect(purge(desk.db, now)).toEqual(due)
  expect(count(forms.contact.table)).toBe(2)
  expect(countPurgeable(desk.db, new Date('2030-01-02T12:00:00Z')).contact).toBe(2)
  expect((await desk.run('purge', '--dry-run')).out).toMatch(/^withdrawal\t0$/m)
})

it('releases or deletes what is suspected, and nothing else', async () => {
  const bad = desk.submit('contact', {}, { suspectedSpam: true })
  const good = desk.submit('contact', { message: 'Vraie demande' }, { suspectedSpam: true })
  const plain = desk.submit('partnership')
  expect((await desk.run('spam', 'list')).out.trimEnd().split('\n')).toHaveLength(2)
  expect((await desk.run('spam', 'delete', plain)).code).toBe(1)
  expect((await desk.run('spam', 'release', good)).code).toBe(0)
  expect((await desk.run('spam', 'delete', bad)).code).toBe(0)
  expect(
    desk.db.prepare('SELECT reference, suspected_spam FROM leads JOIN contact_messages USING (reference)').all(),
  ).toEqual([{ reference: good, suspected_spam: 0 }])
})

it('erases when a person says so, and knows the time from then on', async () => {
  desk.submit('contact', {}, { day: '2020-01-01' })
  expect(await desk.run('purge')).toMatchObject({ code: 1, out: expect.stringMatching(/^contact\t1$/m) })
  expect(count('contact_messages')).toBe(1)
  const { code, err } = await desk.run('purge', '--yes')
  expect(err).toContain('n’efface pas de lui-même, car l’horloge dit')
  expect(code).toBe(0)
  expect(count('contact_messages')).toBe(0)
  expect(purgeHold(desk.db, new Date())).toBeUndefined()
})
