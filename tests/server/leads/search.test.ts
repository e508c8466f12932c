import { describe, expect, it } from 'vitest'
import { correctLead } from '../../../src/server/leads/correct.ts'
import { deleteLeads, findLead } from '../../../src/server/leads/leads.ts'
import { indexNewLeads, searchLeads, toFtsQuery } from '../../../src/server/leads/search.ts'
import { insertLeads } from '../../insert-leads.ts'
import { backend, setUpTestBackend, type TestBackend } from '../test-backend.ts'

setUpTestBackend('2026-11-02T10:00:00.000Z')

const found = async (words: string, limit = 10) =>
  (await searchLeads(backend.db, words, limit)).map(({ reference }) => reference)
const later = (...args: Parameters<TestBackend['submit']>) => {
  backend.goTo(60_000)
  return backend.submit(...args)
}

describe('a search', () => {
  it('finds words in any order and field by their beginning, newest first, up to a limit', async () => {
    const old = backend.submit('contact', { name: 'Léa Martin', message: 'Pour Éole,\nmon cœur' })
    const young = later('ambassador', { last_name: 'Martin', club_name: 'Écurie d’Éole' })
    later('contact', { message: 'Autre' })
    expect(await found('EOLE martin')).toEqual([young, old])
    expect(await found('martin éole', 1)).toEqual([young])
    expect(await found('mart eo')).toEqual([young, old])
    for (const words of ["d'éole", 'd’Éole', 'ecurie']) expect(await found(words), words).toEqual([young])
    for (const words of ['coeur', 'cœur', 'CŒUR léa']) expect(await found(words), words).toEqual([old])
    for (const words of ['absent', 'eole absent', 'ole', '', ' – ', '"', '*', 'eole NOT mart (', 'absent\0'])
      expect(await found(words), words).toEqual([])
  })

  it('finds an option by the label that the page of the lead shows', async () => {
    const jumps = backend.submit('ambassador', { riding_discipline: 'cso' })
    later('ambassador', { riding_discipline: 'dressage' })
    for (const words of ['saut d’obstacles', 'CSO']) expect(await found(words), words).toEqual([jumps])
  })

  it('finds the name of the form that the line of the lead shows', async () => {
    const rider = backend.submit('ambassador', { last_name: 'Martin' })
    later('contact', { name: 'Léa Martin' })
    expect(await found('martin ambassadeur')).toEqual([rider])
  })

  it('finds suspected leads too', async () => {
    const suspected = backend.submit('contact', { message: 'Éole' }, true)
    expect(await found('eole')).toEqual([suspected])
  })

  it.each([
    [
      '06 12 34 56 78',
      ['0612345678', '06 12 34 56 78', '06.12.34', '0612 34', '612345678', '56 78', '+33 6 12 34 56 78'],
    ],
    ['0612345678', ['06 12 34 56 78', '0612', '06 12', '345678', '0033612345678']],
    ['+33 6 12 34 56 78', ['0612345678', '06 12 34', '+33612345678', '+33 (0)6 12 34 56 78', '6 12 34 56']],
  ])('finds the telephone number %s in any spacing', async (phone, searched) => {
    const reference = backend.submit('partnership', { phone, postal_code: '31000' })
    // The reference may contain any two digits, so no answer of the other lead may begin with 12.
    later('partnership', { phone: '01 98 76 54 32', postal_code: '29000', years_in_business: '3' })
    for (const words of searched) expect(await found(words), words).toEqual([reference])
    expect(await found('0613'), 'found by digits that no lead has').toEqual([])
  })

  it('finds a long number by its last digits, three at least', async () => {
    const phone = '06 12 34 56 78'
    const reference = backend.submit('partnership', { phone, postal_code: '31000' })
    const digits = phone.replaceAll(' ', '')
    for (let last = 3; last <= digits.length; last++)
      expect(await found(digits.slice(-last)), `${last}`).toEqual([reference])
  })

  it('indexes a text of digits in little space, because any visitor may send one, and finds both ends', async () => {
    const digits = Array.from({ length: 5000 }, (_, i) => (i * i) % 10).join('')
    const reference = backend.submit('contact', { message: digits })
    for (const words of [digits.slice(0, 20), digits.slice(-15), digits.slice(-3)])
      expect(await found(words), words).toEqual([reference])
    const kept = backend.db.prepare('SELECT sum(length(words)) FROM lead_words').pluck()
    expect(kept.get()).toBeLessThan(20 * digits.length)
  })

  it.each(['05 61 22 33 44 / 06 12 34 56 78 / 07 98 76 54 32', 'Commande 2026-1234 - 06 12 34 56 78 - 07 98 76 54 32'])(
    'finds a telephone number among others: %s',
    async (message) => {
      const reference = backend.submit('contact', { message })
      for (const words of ['0612345678', '06 12 34 56 78', '345678'])
        expect(await found(words), words).toEqual([reference])
    },
  )

  it('finds a postal code and a reference in any spacing', async () => {
    const reference = backend.submit('partnership', { postal_code: '75001' })
    const bare = reference.replaceAll('-', '')
    for (const words of [
      '75001',
      '75 001',
      '7500',
      reference,
      reference.toLowerCase(),
      bare,
      reference.replaceAll('-', ' '),
    ])
      expect(await found(words), words).toEqual([reference])
  })

  it('finds the last lead only by its new words if it was corrected after a search', async () => {
    const reference = backend.submit('contact', { message: 'Zéphyr' })
    expect(await found('zephyr')).toEqual([reference])
    expect(
      correctLead(backend.db, backend.clock, findLead(backend.db, reference) as never, { message: 'Mistral' }, null),
    ).toBeUndefined()
    expect([await found('mistral'), await found('zephyr')]).toEqual([[reference], []])
  })

  it('finds leads added since the last search, and corrected ones once', async () => {
    const first = backend.submit('contact', { message: 'Éole' })
    expect(await found('eole')).toEqual([first])
    const second = later('contact', { message: 'Éole et Zéphyr' })
    expect(await found('eole')).toEqual([second, first])
    const correct = (reference: string, message: string) => {
      const lead = findLead(backend.db, reference) ?? expect.fail('no such lead')
      expect(correctLead(backend.db, backend.clock, lead, { message }, null)).toBeUndefined()
    }
    correct(first, 'Tramontane')
    const between = later('contact', { message: 'Mistral' })
    const third = later('contact', { message: 'Brise' })
    correct(third, 'Tramontane aussi')
    expect(await found('eole')).toEqual([second])
    expect(await found('tramontane')).toEqual([third, first])
    expect(await found('brise'), 'found by a word that was corrected').toEqual([])
    expect(await found('mistral')).toEqual([between])
  })

  it('omits a deleted lead, even the last one, and finds the next one that takes its row id', async () => {
    const [first, last] = [backend.submit('contact', { message: 'Éole' }), later('contact', { message: 'Éole' })]
    expect(await found('eole')).toEqual([last, first])
    deleteLeads(backend.db, [{ reference: last }])
    expect(await found('eole')).toEqual([first])
    const next = later('contact', { message: 'Zéphyr' })
    expect([await found('eole'), await found('zephyr')]).toEqual([[first], [next]])
    expect(backend.count('lead_words'), 'leads in the index').toBe(2)
  })

  it('finds a renewed sign-up once, in the place of the newest', async () => {
    const back = backend.submit('newsletter', { email: 'eole@exemple.fr' })
    const other = later('waitlist', { email: 'eole@exemple.fr' })
    expect(await found('eole'), 'found before the unsubscription').toEqual([other, back])
    backend.consent.unsubscribe(backend.mails()[0]?.unsubscribe ?? '')
    later('newsletter', { email: 'eole@exemple.fr' })
    expect(await found('eole'), 'found after the new sign-up').toEqual([back, other])
    expect(backend.count('lead_words'), 'rows of words').toBe(2)
  })

  it('indexes more leads than fit into one transaction', async () => {
    const leads = Array.from({ length: 1203 }, (_, n) => ({
      reference: `C-${n}`,
      created_at: backend.clock().toISOString(),
    }))
    insertLeads(backend.db, leads)
    await indexNewLeads(backend.db)
    expect(backend.count('lead_words'), 'leads in the index').toBe(1203)
    expect(await found('léa', 2000), 'leads that are found').toHaveLength(1203)
  })
})

it('toFtsQuery searches for each word as a prefix, and for numbers joined or apart', () => {
  expect(toFtsQuery('Éole mart')).toBe('"eole"* AND "mart"*')
  expect(toFtsQuery('06 12 eole')).toBe('("0612"* OR ("06"* AND "12"*)) AND "eole"*')
  expect(toFtsQuery('" - '), 'a query of characters that are no words').toBeUndefined()
})
