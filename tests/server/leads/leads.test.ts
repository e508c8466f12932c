import { describe, expect, it } from 'vitest'
import { forms } from '../../../src/forms/index.ts'
import { answerText } from '../../../src/forms/receipt.ts'
import { greetingOf } from '../../../src/server/desk/lead/reply-link.ts'
import { formatAnswers, leadStatusText, senderName } from '../../../src/server/leads/describe-lead.ts'
import {
  countLeads,
  deleteLeads,
  findLead,
  type Lead,
  leadFinder,
  leadPages,
  leadsFrom,
  noticeOf,
  releaseLead,
  signUpState,
} from '../../../src/server/leads/leads.ts'
import { WRITABLE } from '../../../src/server/leads/lists/sign-ups.ts'
import { leadsPerMonth } from '../../../src/server/leads/statistics.ts'
import { latestOf } from '../../../src/server/leads/todo.ts'
import { keepUntil, putOff } from '../../../src/server/leads/turn.ts'
import { insertLeads } from '../../support/insert-leads.ts'
import { backend, setUpTestBackend, type TestBackend } from '../test-backend.ts'

const DAY = 86_400_000

setUpTestBackend('2026-11-02T10:00:00.000Z')

const references = (found: Lead[]) => found.map(({ reference }) => reference)
const later = (...args: Parameters<TestBackend['submit']>) => {
  backend.goTo(DAY)
  return backend.submit(...args)
}
const found = (reference: string) => findLead(backend.db, reference) ?? expect.fail('no such lead')

describe('a submission is found', () => {
  it('by its reference, with its form and its turn', () => {
    const reference = backend.submit('partnership')
    expect(findLead(backend.db, reference)).toMatchObject({
      reference,
      form: 'partnership',
      sellerie_name: 'Sellerie d’exemple',
      waiting_since: backend.clock().toISOString(),
    })
    const find = leadFinder(backend.db)
    expect(find(reference)?.reference).toBe(reference)
    for (const unknown of ['', 'X-0000-0000', 'P-0000-0000', reference.slice(2)])
      expect(find(unknown), unknown).toBeUndefined()
  })

  it('by its address in any capitals, newest first', () => {
    const old = backend.submit('newsletter', { email: 'lea@exemple.fr' })
    const young = later('contact', { email: 'LEA@exemple.fr' })
    later('contact', { email: 'luc@exemple.fr' })
    expect(references(leadsFrom(backend.db, 'Lea@Exemple.fr', 9))).toEqual([young, old])
    expect(leadsFrom(backend.db, 'lea@exemple.fr', 9).map(({ form }) => form)).toEqual(['contact', 'newsletter'])
  })

  it('among the suspected ones of all forms, newest first, until it is released with its e-mails', () => {
    const old = backend.submit('contact', {}, true)
    const young = later('ambassador', {}, true)
    later('partnership')
    expect(references(latestOf(backend.db, { isSuspected: true }, 9))).toEqual([young, old])
    backend.mails()
    releaseLead(backend.db, old)
    expect(references(latestOf(backend.db, { isSuspected: true }, 9))).toEqual([young])
    expect(backend.mails().map(({ kind }) => kind)).toEqual(['lead', 'acknowledgement'])
  })
})

describe('the submissions of a form', () => {
  it('are counted, and paged in the order of arrival, each once, while more may arrive', () => {
    const leads = (first: number, count: number, created_at: string) =>
      Array.from({ length: count }, (_, n) => ({ reference: `C-${first + n}`, created_at }))
    // More rows of one instant than a page holds.
    insertLeads(backend.db, leads(1, 700, '2026-11-03T10:00:00.000Z'))
    insertLeads(backend.db, leads(701, 10, '2026-11-04T10:00:00.000Z'))
    const pages = [...leadPages(backend.db, forms.contact)]
    expect(pages.length).toBeGreaterThan(1)
    const seen = pages.flat().map(({ reference }) => reference)
    expect(seen).toEqual(Array.from({ length: 710 }, (_, n) => `C-${1 + n}`))
    expect(countLeads(backend.db, forms.contact)).toBe(710)
  })

  it('of a list are only those that may receive letters if requested', () => {
    const join = (email: string) => backend.submit('newsletter', { email })
    const [asked, confirmed, gone, suspended] = ['a', 'b', 'c', 'd'].map((name) => join(`${name}@exemple.fr`)) as [
      string,
      string,
      string,
      string,
    ]
    const set = (reference: string, what: string) =>
      backend.db.prepare(`UPDATE newsletter_subscriptions SET ${what} = ? WHERE reference = ?`).run(NOW, reference)
    const NOW = backend.clock().toISOString()
    for (const reference of [confirmed, gone, suspended]) set(reference, 'confirmed_at')
    backend.db.prepare('UPDATE leads SET suspended_at = ? WHERE reference = ?').run(NOW, suspended)
    set(gone, 'unsubscribed_at')
    const shown = (subscribed?: boolean) =>
      [...leadPages(backend.db, forms.newsletter, subscribed ? WRITABLE : undefined)]
        .flat()
        .map(({ reference }) => reference)
    expect(shown()).toEqual([asked, confirmed, gone, suspended])
    expect(shown(true)).toEqual([confirmed])
    const state = (reference: string) => signUpState(found(reference))
    expect([asked, confirmed, gone].map(state)).toEqual(['non confirmée', 'confirmée', 'désinscrite'])
    expect(signUpState(found(backend.submit('contact'))), 'state of what is no sign-up').toBeUndefined()
  })
})

describe('one submission', () => {
  it('has the notice that was seen, can be kept until a day and can be deleted', () => {
    const [reference, other] = [backend.submit('contact'), backend.submit('contact')]
    expect(noticeOf(backend.db, found(reference))).toContain('contact@hera.example')
    expect(noticeOf(backend.db, { ...found(reference), notice_version: 'inconnue' })).toBe('')
    keepUntil({ ...backend, author: null }, reference, '2030-01-01')
    expect([found(reference).keep_until, found(other).keep_until]).toEqual(['2030-01-01', null])
    deleteLeads(backend.db, [{ reference }])
    expect(findLead(backend.db, reference), 'the deleted submission').toBeUndefined()
    expect(findLead(backend.db, other), 'the other submission').toBeDefined()
  })

  it.each([
    ['contact', 'Léa Martin', 'Bonjour Léa Martin'],
    ['partnership', 'Sellerie d’exemple, Camille Exemple', 'Bonjour Camille Exemple'],
    ['ambassador', 'Noa Exemple', 'Bonjour Noa'],
    ['waitlist', '', 'Bonjour'],
  ] as const)('of %s names its sender «%s» and is greeted «%s»', (name, whole, greeting) => {
    const lead = found(backend.submit(name))
    expect([senderName(lead), greetingOf(lead)]).toEqual([whole, greeting])
  })

  it('has remarks about its state', () => {
    const reference = backend.submit('contact', {}, true)
    putOff({ ...backend, author: null }, reference, '2026-12-01')
    keepUntil({ ...backend, author: null }, reference, '2030-01-01')
    expect(leadStatusText(found(reference))).toBe(
      'suspect, attend une réponse, rappel le 2026-12-01, gardé jusqu’au 2030-01-01',
    )
    expect(leadStatusText(found(backend.submit('contact')))).toBe('attend une réponse')
    expect(leadStatusText(found(backend.submit('newsletter')))).toBe('non confirmée')
  })

  it('shows the label of an option and any other answer unchanged', () => {
    const { subject } = forms.contact.fields
    expect(answerText(forms.contact, 'subject', 'retour')).toBe(subject?.options?.retour)
    expect(answerText(forms.contact, 'subject', 'ancien')).toBe('ancien')
    expect(answerText(forms.contact, 'name', 'Léa')).toBe('Léa')
    expect(answerText(forms.contact, 'inconnu', 0)).toBe('0')
    for (const nothing of [null, undefined]) expect(answerText(forms.contact, 'name', nothing)).toBe('')
  })

  it('is formatted with short answers behind their label and long or multi-line ones below it', () => {
    const { name, email, message } = forms.contact.fields
    const row = (text: string) => ({ name: 'Léa', email: 'x'.repeat(60), subject: null, message: text })
    // The wording for the owner differs from the label, which addresses the visitor.
    const head = `${name?.deskLabel} : Léa\n${email?.label} : ${'x'.repeat(60)}\n`
    expect(formatAnswers(forms.contact, row('y'.repeat(61)))).toBe(`${head}${message?.deskLabel} :\n${'y'.repeat(61)}`)
    expect(formatAnswers(forms.contact, row('Un\ndeux'))).toBe(`${head}${message?.deskLabel} :\nUn\ndeux`)
    expect(formatAnswers(forms.contact, row(''))).toBe(head.trim())
  })
})

it('leadsPerMonth counts by form, with what the purge removed and without suspected spam', () => {
  backend.submit('contact')
  backend.submit('contact', {}, true)
  backend.goTo('2026-12-02T10:00:00.000Z')
  backend.submit('newsletter')
  backend.db.exec("INSERT INTO past_weeks VALUES ('contact', '2026-11-02', 3)")
  const [december, november] = leadsPerMonth(backend.db, backend.clock(), 2)
  expect(december).toMatchObject({ month: '2026-12', total: 1, counts: { newsletter: 1, contact: 0 } })
  expect(november).toMatchObject({ month: '2026-11', total: 4, counts: { contact: 4 } })
})
