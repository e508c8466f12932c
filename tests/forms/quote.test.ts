import { describe, expect, it } from 'vitest'
import { parse } from '../../src/forms/form.ts'
import { builtPath, publicPath } from '../../src/forms/presets.ts'
import { quote } from '../../src/forms/quote.ts'
import { valid } from '../support/samples.ts'

const TODAY = '2026-11-23'
const asked = (more: Record<string, unknown>) => parse(quote, { ...valid.quote, ...more }, TODAY)

describe('quote form', () => {
  it.each([
    ['quantity', '', 1],
    ['quantity', '50', 50],
    ['measure_a', '52', 52],
    ['measure_a', '52,5', 52.5],
    ['measure_b', '52.5 cm', 52.5],
    ['measure_b', '52,50', 52.5],
    ['measure_b', '', null],
    ['wished_date', '24/05/2027', '2027-05-24'],
    ['wished_date', '2026-11-01', '2026-11-01'],
    ['wished_date', '', null],
  ])('stores %s «%s» as %j', (field, value, stored) => {
    expect(asked({ [field]: value }).values?.[field]).toBe(stored)
    expect(quote.fields[field]?.max ?? 99, 'maximum length of the field').toBeGreaterThanOrEqual(value.length)
  })

  it.each([
    ['quantity', '0', /de 1\sà\s50/],
    ['quantity', '51', /de 1\sà\s50/],
    ['measure_a', '480', /de 10\sà\s200/],
    ['measure_c', '200,5', /de 10\sà\s200/],
    ['measure_c', '17,3', /au demi-centimètre/],
    ['quantity', '1,5', /nombre entier/],
    ['piece', 'selle', /dans la liste/],
    ['discipline', '', /Discipline/],
    // Browsers accept a two-digit year.
    ['wished_date', '0027-05-24', /année/],
    ['wished_date', '2025-12-31', /année/],
  ])('rejects %s «%s» and names valid values', (field, value, sentence) => {
    expect(asked({ [field]: value }).errors).toEqual({ [field]: expect.stringMatching(sentence) })
  })

  it('shows the allowed quantity in the hint', () => {
    const { range = [], hint = '' } = quote.fields.quantity ?? {}
    expect(hint.replace(/[\u00A0\u202F]/g, ' ')).toContain(`De ${range.join(' à ')} ;`)
  })
})

it.each([
  ['/devis?piece=tapis&model=elegance', '/devis/tapis-elegance'],
  ['/devis?model=grand_sport&piece=tapis', '/devis/tapis-grand_sport'],
  ['/devis?model=conseil', '/devis/conseil'],
  ['/devis?piece=selle&model=elegance', '/devis/elegance'],
  ['/devis?piece=constructor', '/devis'],
  ['/contact?page=2&subject=retour', '/contact/retour'],
  ['/contact', '/contact'],
  ['/contact?subject=', '/contact'],
  ['/contact?subject=inconnu', '/contact'],
  ['/terms?subject=commande', '/terms'],
  ['/contact?piece=tapis', '/contact'],
])('builtPath maps %s to the built page %s', (address, path) => {
  expect(builtPath(new URL(address, 'http://localhost'))).toBe(path)
  expect(publicPath(path)).toBe(address.split('?')[0])
})
