import { describe, expect, it } from 'vitest'
import { searchLeads } from '../../../src/server/leads/search.ts'
import { addNote } from '../../../src/server/leads/turn.ts'
import { insertLeads } from '../../support/insert-leads.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

setUpTestBackend('2026-11-22T10:00:00.000Z')

const found = async (words: string) => (await searchLeads(backend.db, words, 30)).map(({ reference }) => reference)

describe('the search', () => {
  it.each([
    ['eole', 'Mon cheval Éole'],
    ["d'œuvre", 'Un chef-d’oeuvre'],
    ['cheval mon', 'Mon cheval'],
    ['0612345678', 'Tél. 06 12.34-56 78'],
    ['06 12 34 56 78', '+33 6 12 34 56 78'],
    ['75011 paris', 'Paris, 75011'],
    ['52,5', 'Une selle de 52.5 cm'],
    ['(c) [d] *', 'a.b (c) [d] *'],
  ])('finds «%s» in «%s»', async (words, message) => {
    const reference = backend.submit('contact', { message })
    backend.submit('contact', { message: 'Autre chose', email: 'autre@exemple.fr' })
    expect(await found(words)).toEqual([reference])
  })

  it('looks in every form, in the thread, in labels and references, the latest first', async () => {
    const contact = backend.submit('contact', { subject: 'retour' })
    const club = backend.submit('ambassador', { club_name: 'Haras du Lys' })
    addNote({ ...backend, author: null }, contact, 'Voir avec le haras du lys')
    expect(await found('haras lys')).toEqual([club, contact])
    expect(await found(contact.toLowerCase())).toEqual([contact])
    expect(await found('Message de contact retour')).toEqual([contact])
    expect(await found('introuvable')).toEqual([])
  })

  it('of many leads goes slice by slice, between which others are served', async () => {
    const lead = { created_at: '2026-11-22T09:00:00.000Z', message: `x${'12 '.repeat(50)}` }
    const many = Array.from({ length: 2000 }, (_, n) => ({ ...lead, reference: `C-${n}` }))
    insertLeads(backend.db, many)
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 0)
    expect(await found('absent')).toEqual([])
    clearInterval(timer)
    expect(turns, 'turns of the event loop').toBeGreaterThan(1)
    expect(await found('x12 12')).toHaveLength(30)
  })
})
