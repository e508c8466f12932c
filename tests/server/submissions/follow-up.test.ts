import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ambassador } from '../../../src/forms/ambassador.ts'
import { emailHasher } from '../../../src/server/privacy/email-hash.ts'
import { erasePerson } from '../../../src/server/privacy/person.ts'
import { changeFollowUp, findFollowUp, followUpChanges } from '../../../src/server/submissions/follow-up.ts'
import { releaseSuspected } from '../../../src/server/submissions/spam.ts'
import { type Wanted, workPage } from '../../../src/server/submissions/worklist.ts'
import { openDesk } from '../../cli/desk.ts'

const NOW = new Date('2026-11-22T09:00:00.000Z')
const clock = () => NOW

let desk: ReturnType<typeof openDesk>
beforeEach(() => {
  desk = openDesk()
})
afterEach(() => desk.close())

const change = (reference: string, changes: object, version = 0) =>
  changeFollowUp(desk.db, clock, reference, changes, version)
const ALL: Wanted = { selection: 'toutes', words: '' }
const listed = async (wanted: Partial<Wanted>, size = 30) =>
  (await workPage(desk.db, { ...ALL, ...wanted }, size)).entries.map(({ lead }) => lead.reference)

describe('a follow-up', () => {
  it('begins as new with each submission, and dates each change', () => {
    const reference = desk.submit('contact')
    expect(findFollowUp(desk.db, reference)).toEqual({ state: 'nouvelle', note: null, remindOn: null, version: 0 })
    expect(change(reference, { state: 'en cours', note: ' Rappeler. ' })).toEqual({ kind: 'changed' })
    expect(change(reference, { state: 'répondue' }, 1)).toEqual({ kind: 'changed' })
    expect(findFollowUp(desk.db, reference)).toEqual({
      state: 'répondue',
      note: 'Rappeler.',
      remindOn: null,
      version: 2,
    })
    expect(followUpChanges(desk.db, reference).map(({ at, state }) => [at, state])).toEqual([
      [NOW.toISOString(), 'répondue'],
      [NOW.toISOString(), 'en cours'],
    ])
  })

  it.each([
    [{ state: 'perdue' }, 'Choisissez un état'],
    [{ note: 'x'.repeat(5001) }, '5001 caractères'],
    [{ remindOn: '2026-02-30' }, 'n’existe pas'],
    [{ remindOn: '2026-11-21' }, 'est passée'],
  ])('refuses %o and says why', (changes, message) => {
    const reference = desk.submit('contact')
    const answer = change(reference, changes)
    expect(answer).toMatchObject({ kind: 'invalid', message: expect.stringContaining(message) })
    expect(findFollowUp(desk.db, reference)?.version).toBe(0)
  })

  it('takes a note of 5,000 characters and a reminder for today', () => {
    const reference = desk.submit('contact')
    expect(change(reference, { note: 'x'.repeat(5000), remindOn: '2026-11-22' })).toEqual({ kind: 'changed' })
  })

  it('tells the second of two, also about a submission that was erased meanwhile', () => {
    const reference = desk.submit('contact')
    change(reference, { note: 'première' })
    expect(change(reference, { note: 'seconde' })).toEqual({ kind: 'conflict' })
    expect(change('C-0000-0000', { note: 'seconde' })).toEqual({ kind: 'conflict' })
    expect(findFollowUp(desk.db, reference)?.note).toBe('première')
  })

  it('goes with the person', () => {
    const reference = desk.submit('contact')
    const other = desk.submit('contact', { email: 'camille@exemple.fr', message: 'Autre' })
    for (const one of [reference, other]) change(one, { note: 'Très bon contact' })
    erasePerson(desk.db, desk.path, emailHasher(desk.path), clock, 'lea@exemple.fr')
    expect(desk.db.prepare('SELECT reference FROM follow_ups').pluck().all()).toEqual([other])
    expect(desk.db.prepare('SELECT DISTINCT reference FROM follow_up_changes').pluck().all()).toEqual([other])
  })
})

describe('the list', () => {
  it('has what waits longest first, without sign-ups, suspected spam and what is answered', async () => {
    const young = desk.submit('partnership', {}, { day: '2026-11-20' })
    const old = desk.submit('contact', {}, { day: '2026-11-18' })
    const answered = desk.submit('contact', { message: 'Autre' }, { day: '2026-11-17' })
    const suspected = desk.submit('ambassador', {}, { day: '2026-11-16', suspectedSpam: true })
    const signUp = desk.submit('newsletter', {}, { day: '2026-11-15' })
    change(answered, { state: 'répondue' })
    expect(await listed({ selection: 'a-repondre' })).toEqual([old, young])
    expect(await listed({ selection: 'suspectes' })).toEqual([suspected])
    expect(await listed({ selection: 'répondue' })).toEqual([answered])
    expect(await listed({ selection: 'toutes' })).toEqual([young, old, answered, signUp])
    expect(await listed({ selection: 'toutes', form: 'newsletter' })).toEqual([signUp])
    releaseSuspected(desk.db, ambassador, suspected)
    expect(await listed({ selection: 'a-repondre' })).toEqual([suspected, old, young])
  })

  it('finds words as `hera search` does, within its filters', async () => {
    const found = desk.submit('contact', { message: 'Un tapis pour Éole, mon cœur de cheval' })
    desk.submit('contact', { message: 'Un bonnet' })
    for (const words of ['eole', 'ÉOLE', 'coeur', found.toLowerCase()]) expect(await listed({ words })).toEqual([found])
    expect(await listed({ words: 'eole', selection: 'répondue' })).toEqual([])
  })

  it.each(['', 'message'])('shows each row once over its pages, words: «%s»', async (words) => {
    const stored = Array.from({ length: 7 }, (_, i) =>
      desk.submit('contact', { message: `Message ${i}` }, { day: `2026-11-1${i % 2}` }),
    )
    const seen: string[] = []
    for (let after: Wanted['after'], more = true; more; ) {
      const page = await workPage(desk.db, { selection: 'a-repondre', words, after }, 3)
      seen.push(...page.entries.map(({ lead }) => lead.reference))
      after = page.next
      more = after !== undefined
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen)).toEqual(new Set(stored))
  })
})
