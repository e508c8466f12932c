import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ambassador } from '../../../src/forms/ambassador.ts'
import { emailHasher } from '../../../src/server/privacy/email-hash.ts'
import { erasePerson } from '../../../src/server/privacy/person.ts'
import { changeFollowUp, findFollowUp, followUpChanges } from '../../../src/server/submissions/follow-up.ts'
import { releaseSuspected } from '../../../src/server/submissions/spam.ts'
import { countWork, type Wanted, waitingSince, workPage } from '../../../src/server/submissions/worklist.ts'
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

  it('keeps what a change does not name, and lets a reminder of a past day stand or go', () => {
    const reference = desk.submit('contact')
    change(reference, { state: 'en cours', note: 'Rappeler', remindOn: '2026-11-22' })
    const nextDay = () => new Date('2026-11-23T09:00:00.000Z')
    const later = (changes: object, version: number) =>
      changeFollowUp(desk.db, nextDay, reference, changes, version).kind
    expect(later({ note: 'Rappelée' }, 1)).toBe('changed')
    expect(later({ state: 'répondue', remindOn: '2026-11-22' }, 2)).toBe('changed')
    const kept = { state: 'répondue', note: 'Rappelée', remindOn: '2026-11-22', version: 3 }
    expect(findFollowUp(desk.db, reference)).toEqual(kept)
    expect(later({ note: ' ', remindOn: '' }, 3)).toBe('changed')
    expect(findFollowUp(desk.db, reference)).toMatchObject({ state: 'répondue', note: null, remindOn: null })
    expect(followUpChanges(desk.db, reference).map(({ version }) => version)).toEqual([4, 3, 2, 1])
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

  it.each(['', 'message'])('puts what is done or of every state the latest first, words: «%s»', async (words) => {
    const [old, young] = ['2026-11-10', '2026-11-12'].map((day) =>
      desk.submit('contact', { message: `Message ${day}` }, { day }),
    )
    for (const reference of [old, young]) change(reference ?? '', { state: 'en cours' })
    expect(await listed({ selection: 'en cours', words })).toEqual([old, young])
    expect(await listed({ selection: 'nouvelle', words })).toEqual([])
    expect(await listed({ selection: 'toutes', words })).toEqual([young, old])
    for (const reference of [old, young]) change(reference ?? '', { state: 'sans suite' }, 1)
    expect(await listed({ selection: 'sans suite', words: ` ${words} ` })).toEqual([young, old])
  })

  it('goes on to a next page only where there is more', async () => {
    for (const message of ['un', 'deux', 'trois']) desk.submit('contact', { message })
    const next = async (size: number) => (await workPage(desk.db, ALL, size)).next
    expect(await next(2)).toEqual({ receivedAt: '2020-01-06T10:00:00.000Z', reference: expect.stringMatching(/^C-/) })
    expect([await next(3), await next(4)]).toEqual([undefined, undefined])
    expect((await workPage(desk.db, ALL, 2)).entries).toHaveLength(2)
  })

  it('is counted, in all or before a time, and says since when what waits has waited', () => {
    desk.submit('contact', {}, { day: '2026-11-18' })
    desk.submit('partnership', {}, { day: '2026-11-17' })
    desk.submit('newsletter', {}, { day: '2026-11-16' })
    desk.submit('waitlist', {}, { day: '2026-11-16', suspectedSpam: true })
    const count = (selection: Wanted['selection'], form?: Wanted['form'], before?: string) =>
      countWork(desk.db, { selection, form }, before)
    expect([count('a-repondre'), count('toutes'), count('suspectes'), count('répondue')]).toEqual([2, 3, 1, 0])
    expect([count('toutes', 'newsletter'), count('a-repondre', 'contact')]).toEqual([1, 1])
    expect(count('a-repondre', undefined, '2026-11-18T10:00:00.000Z')).toBe(1)
    expect(waitingSince(desk.db, '2026-11-30')).toEqual(['2026-11-17T10:00:00.000Z', '2026-11-18T10:00:00.000Z'])
    expect(waitingSince(desk.db, '2026-11-18')).toEqual(['2026-11-17T10:00:00.000Z'])
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
