import { expect, it } from 'vitest'
import { forms } from '../../../src/forms/index.ts'
import { greetingOf } from '../../../src/server/desk/lead/reply-link.ts'
import { senderName } from '../../../src/server/leads/describe-lead.ts'
import { countLeads, findLead, leadPages } from '../../../src/server/leads/leads.ts'
import { leadsPerMonth } from '../../../src/server/leads/statistics.ts'
import { insertLeads } from '../../support/insert-leads.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

setUpTestBackend('2026-11-02T10:00:00.000Z')

const found = (reference: string) => findLead(backend.db, reference) ?? expect.fail('no such lead')

it('the leads of a form are counted, and paged in the order of arrival, each once', () => {
  const leads = (first: number, count: number, created_at: string) =>
    Array.from({ length: count }, (_, n) => ({ reference: `C-${first + n}`, created_at }))
  // More rows of one instant than a page holds.
  insertLeads(backend.db, leads(1, 700, '2026-11-03T10:00:00.000Z'))
  insertLeads(backend.db, leads(701, 10, '2026-11-04T10:00:00.000Z'))
  const pages = [...leadPages(backend.db, forms.contact)]
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.flat().map(({ reference }) => reference)).toEqual(Array.from({ length: 710 }, (_, n) => `C-${1 + n}`))
  expect(countLeads(backend.db, forms.contact)).toBe(710)
})

it.each([
  ['contact', 'Léa Martin', 'Bonjour Léa Martin'],
  ['ambassador', 'Noa Exemple', 'Bonjour Noa'],
] as const)('a lead of %s names its sender «%s» and is greeted «%s»', (name, whole, greeting) => {
  const lead = found(backend.submit(name))
  expect([senderName(lead), greetingOf(lead)]).toEqual([whole, greeting])
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
