import { expect, it } from 'vitest'
import { longestDays, parseDuration, spelt } from '../../src/copy/facts/duration.ts'
import { isIban } from '../../src/copy/facts/iban.ts'
import { valuesOf } from '../../src/copy/facts/values.ts'
import { filledInReply } from '../../src/copy/placeholders.ts'
import { sectionIn, seriesStateOn } from '../../src/copy/series-state.ts'

const COUNTS = { questions: 8, models: 2, pieces: 2 }

it.each([
  ['14 jours', { least: 14, most: 14, unit: 'jour', working: false }],
  ['7 à 10 jours ouvrés', { least: 7, most: 10, unit: 'jour', working: true }],
  ['trente jours', { least: 30, most: 30, unit: 'jour', working: false }],
  ['24\u00A0à\u00A048\u202Fh', { least: 24, most: 48, unit: 'h', working: false }],
  ['bientôt', undefined],
  ['14', undefined],
])('parseDuration reads «%s»', (text, duration) => {
  expect(parseDuration(text)).toEqual(duration)
})

it('spelt() makes every unit agree with its number', () => {
  for (const unit of ['seconde', 'minute', 'heure', 'jour', 'semaine', 'an', 'jour ouvré', 'jour ouvrable']) {
    const several = unit.replace(/(?= |$)/g, 's')
    expect([spelt(`1 ${several}`), spelt(`2 à 3 ${unit}`)]).toEqual([`1 ${unit}`, `2 à 3 ${several}`])
  }
})

it.each([
  ['7 à 10 jours ouvrables', 14],
  ['2 semaines', 14],
  ['2 ans', 730],
])('«%s» are %i calendar days at most', (text, days) => {
  const duration = parseDuration(text)
  expect(duration && longestDays(duration)).toBe(days)
})

it('an IBAN has its length and its key', () => {
  for (const right of ['FR14 2004 1010 0505 0001 3M02 606', 'DE89370400440532013000']) expect(isIban(right)).toBe(true)
  for (const wrong of ['FR14 2004 1010 0505 0001 3M02 660', 'FR89370400440532013000']) expect(isIban(wrong)).toBe(false)
})

it('facts are derived from others, and counts are written as words', () => {
  const facts = { delai_fabrication: '8 à 10 semaines', delai_retour: '45 jours', delai_retractation: '20 jours' }
  expect(valuesOf({}, facts, { questions: 9, models: 3, pieces: 17 })).toMatchObject({
    delai_fabrication_court: '7\u00A0à\u00A09\u00A0semaines',
    jour_limite_retour: '45e jour',
    lendemain_retractation: '21e',
    nombre_questions: 'neuf',
    Nombre_modeles: 'Trois',
    nombre_pieces: '17',
  })
})

it.each([
  ['2 semaines', '1\u00A0semaine'],
  ['1 à 2 semaines', '1\u00A0semaine'],
  ['vingt jours ouvrables', '19\u00A0jours ouvrables'],
])('the short production time is one unit less than %s', (delai_fabrication, short) => {
  expect(valuesOf({}, { delai_fabrication }, COUNTS).delai_fabrication_court).toBe(short)
})

it.each([
  ['2027-03-31', 'en fabrication', 'made', ['plain', 'of the series', 'of the list']],
  ['2027-03-31', 'disponible', 'available', ['plain']],
  ['2027-04-01', 'en fabrication', 'over', ['plain', 'of the list']],
])('on %s a series «%s» is in state «%s», and sections show %o', (day, etat_serie, state, shown) => {
  const found = seriesStateOn(day, { fin_de_campagne: '2027-03-31', etat_serie })
  expect(found).toBe(state)
  const items = [{ title: 'plain' }, { title: 'of the series', serie: true }, { title: 'of the list', attente: true }]
  const actions = items.map(({ title, ...marks }) => ({ label: title, href: '/faq', ...marks }))
  const section = sectionIn(found, { items, actions })
  expect(section.items?.map(({ title }) => title)).toEqual(shown)
  expect(section.actions?.map(({ label }) => label)).toEqual(shown)
})

it('keeps the IBAN from every text but the one reply that states it', () => {
  expect(Object.keys(valuesOf({ nom: 'Hera', iban: 'FR14 2004 1010 0505 0001 3M02 606' }, {}, COUNTS))).not.toContain(
    'iban',
  )
  expect(filledInReply('confirmation')).toContain('iban')
  expect(filledInReply('devis')).not.toContain('iban')
})
