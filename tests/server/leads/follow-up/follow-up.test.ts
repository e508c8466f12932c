import { describe, expect, it } from 'vitest'
import { changeFollowUp, leadChanges } from '../../../../src/server/leads/follow-up/follow-up.ts'
import {
  conditionOf,
  countWork,
  SELECTIONS,
  type Selection,
  waitingSince,
  workPage,
} from '../../../../src/server/leads/follow-up/worklist.ts'
import { findLead, releaseLead } from '../../../../src/server/leads/leads.ts'
import { installation, setUpInstallation } from '../../../cli/installation.ts'

const NOW = new Date('2026-11-22T09:00:00.000Z')
const clock = () => NOW

setUpInstallation()

const change = (reference: string, changes: object, version = 0) =>
  changeFollowUp(installation.db, clock, reference, changes, version, 'atelier@hera.example')
/** Returns the follow-up of a lead. */
const followUp = (reference: string) => {
  const { state, note, remind_on, version } = findLead(installation.db, reference) ?? expect.fail('no such lead')
  return { state, note, remind_on, version }
}
const listed = (selection: Selection) =>
  workPage(installation.db, { selection }, 30).leads.map(({ reference }) => reference)

describe('a follow-up', () => {
  it('starts as nouvelle and stores each change with its time and author', () => {
    const reference = installation.submit('contact')
    expect(followUp(reference)).toEqual({ state: 'nouvelle', note: null, remind_on: null, version: 0 })
    expect(change(reference, { state: 'en cours', note: ' Rappeler. ' })).toEqual({ kind: 'changed' })
    expect(change(reference, { state: 'répondue' }, 1)).toEqual({ kind: 'changed' })
    expect(followUp(reference)).toEqual({
      state: 'répondue',
      note: 'Rappeler.',
      remind_on: null,
      version: 2,
    })
    expect(leadChanges(installation.db, reference).map(({ at, author, state }) => [at, author, state])).toEqual([
      [NOW.toISOString(), 'atelier@hera.example', 'répondue'],
      [NOW.toISOString(), 'atelier@hera.example', 'en cours'],
    ])
  })

  it.each([
    [{ state: 'perdue' }, 'Choisissez un état'],
    [{ note: 'x'.repeat(5001) }, '5\u202F001 caractères'],
    [{ remind_on: '2026-02-30' }, 'n’existe pas'],
    [{ remind_on: '2026-11-21' }, 'est passée'],
  ])('rejects %o with a reason', (changes, message) => {
    const reference = installation.submit('contact')
    const answer = change(reference, changes)
    expect(answer).toMatchObject({ kind: 'invalid', message: expect.stringContaining(message) })
    expect(followUp(reference)?.version, 'version after a rejected change').toBe(0)
  })

  it('accepts a note of 5,000 characters and a reminder for today', () => {
    const reference = installation.submit('contact')
    expect(change(reference, { note: 'x'.repeat(5000), remind_on: '2026-11-22' })).toEqual({ kind: 'changed' })
  })

  it('keeps the fields that a change does not name, and a past reminder may stay or be removed', () => {
    const reference = installation.submit('contact')
    change(reference, { state: 'en cours', note: 'Rappeler', remind_on: '2026-11-22' })
    const nextDay = () => new Date('2026-11-23T09:00:00.000Z')
    const later = (changes: object, version: number) =>
      changeFollowUp(installation.db, nextDay, reference, changes, version, null).kind
    expect(later({ note: 'Rappelée' }, 1)).toBe('changed')
    expect(later({ state: 'répondue', remind_on: '2026-11-22' }, 2)).toBe('changed')
    const kept = { state: 'répondue', note: 'Rappelée', remind_on: '2026-11-22', version: 3 }
    expect(followUp(reference)).toEqual(kept)
    expect(later({ note: ' ', remind_on: '' }, 3)).toBe('changed')
    expect(followUp(reference)).toMatchObject({ state: 'répondue', note: null, remind_on: null })
    expect(leadChanges(installation.db, reference).map(({ version }) => version)).toEqual([4, 3, 2, 1])
  })

  it('rejects a change of an outdated version or of an erased lead as a conflict', () => {
    const reference = installation.submit('contact')
    change(reference, { note: 'première' })
    expect(change(reference, { note: 'seconde' })).toEqual({ kind: 'conflict' })
    expect(change('C-0000-0000', { note: 'seconde' })).toEqual({ kind: 'conflict' })
    expect(followUp(reference)?.note).toBe('première')
  })

  it('accepts only the states of its form: a partner is accepted or refused, a withdrawal ends refunded', () => {
    const taken = (form: 'contact' | 'partnership' | 'ambassador' | 'withdrawal') =>
      ['nouvelle', 'en cours', 'répondue', 'acceptée', 'refusée', 'remboursée', 'sans suite'].filter((state) => {
        const reference = installation.submit(form, {
          email: `${state.length}-${form}-${state.charCodeAt(0)}@exemple.fr`,
        })
        return change(reference, { state }).kind === 'changed'
      })
    expect(taken('contact')).toEqual(['nouvelle', 'en cours', 'répondue', 'sans suite'])
    for (const form of ['partnership', 'ambassador'] as const)
      expect(taken(form)).toEqual(['nouvelle', 'en cours', 'répondue', 'acceptée', 'refusée', 'sans suite'])
    expect(taken('withdrawal')).toEqual(['nouvelle', 'en cours', 'remboursée'])
  })

  it('keeps an older state that the form no longer offers until it is changed', () => {
    const reference = installation.submit('withdrawal')
    installation.db.prepare("UPDATE leads SET state = 'répondue' WHERE reference = ?").run(reference)
    expect(change(reference, { state: 'répondue', note: 'Virement parti ?' })).toEqual({ kind: 'changed' })
    expect(change(reference, { state: 'remboursée' }, 1)).toEqual({ kind: 'changed' })
    expect(change(reference, { state: 'répondue' }, 2)).toMatchObject({ kind: 'invalid' })
  })
})

describe('the worklist', () => {
  it('lists leads to answer, oldest first, without sign-ups, suspected spam and answered ones', async () => {
    const young = installation.submit('partnership', {}, { day: '2026-11-20' })
    const old = installation.submit('contact', {}, { day: '2026-11-18' })
    const answered = installation.submit('contact', { message: 'Autre' }, { day: '2026-11-17' })
    const suspected = installation.submit('ambassador', {}, { day: '2026-11-16', suspectedSpam: true })
    const signUp = installation.submit('newsletter', {}, { day: '2026-11-15' })
    change(answered, { state: 'répondue' })
    expect(listed('a-repondre')).toEqual([old, young])
    expect(listed('suspectes')).toEqual([suspected])
    expect(listed('répondue')).toEqual([answered])
    expect(listed('toutes')).toEqual([young, old, answered, signUp])
    releaseLead(installation.db, suspected)
    expect(listed('a-repondre')).toEqual([suspected, old, young])
  })

  it('lists closed leads and the leads of all states newest first', () => {
    const [old, young] = ['2026-11-10', '2026-11-12'].map((day) =>
      installation.submit('contact', { message: `Message ${day}` }, { day }),
    )
    for (const reference of [old, young]) change(reference ?? '', { state: 'en cours' })
    expect(listed('en cours')).toEqual([old, young])
    expect(listed('nouvelle'), 'new leads while both are in progress').toEqual([])
    expect(listed('toutes')).toEqual([young, old])
    for (const reference of [old, young]) change(reference ?? '', { state: 'sans suite' }, 1)
    expect(listed('sans suite')).toEqual([young, old])
  })

  it.each(SELECTIONS.filter((each) => each !== 'suspectes'))('reads «%s» from the index in its order', (selection) => {
    const sql = `SELECT id FROM leads WHERE ${conditionOf(selection)} AND created_at < '2026' ORDER BY created_at LIMIT 1`
    expect(installation.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()[0]).toMatchObject({
      detail: expect.stringContaining('state=? AND created_at<?'),
    })
  })

  it('counts the leads of each selection and returns since when unanswered ones wait', () => {
    installation.submit('contact', {}, { day: '2026-11-18' })
    installation.submit('partnership', {}, { day: '2026-11-17' })
    installation.submit('newsletter', {}, { day: '2026-11-16' })
    installation.submit('waitlist', {}, { day: '2026-11-16', suspectedSpam: true })
    const counted = (['a-repondre', 'toutes', 'suspectes', 'répondue'] as const).map((each) =>
      countWork(installation.db, each),
    )
    expect(counted, 'to answer, all, suspected, answered').toEqual([2, 3, 1, 0])
    expect(waitingSince(installation.db, '2026-11-30')).toEqual([
      '2026-11-17T10:00:00.000Z',
      '2026-11-18T10:00:00.000Z',
    ])
    expect(waitingSince(installation.db, '2026-11-18')).toEqual(['2026-11-17T10:00:00.000Z'])
  })
})
