import { expect, it } from 'vitest'
import { forms } from '../../src/forms/index.ts'
import { labelledAnswers, receiptLink } from '../../src/forms/receipt.ts'

it('labelledAnswers lists labels and values in the order of the form and omits empty answers', () => {
  const { fields } = forms.contact
  const values = { message: 'Bonjour', subject: 'retour', name: 'Léa', email: '', phone: 'inconnu' }
  expect(labelledAnswers(forms.contact, values)).toEqual([
    { label: fields.name?.label, value: 'Léa' },
    { label: fields.subject?.label, value: fields.subject?.options?.retour },
    { label: fields.message?.label, value: 'Bonjour' },
  ])
})

it.each([
  ['ambassador', { guardian_consent: 1, website: null }, 'oui'],
  ['ambassador', { availability: 'jamais' }, 'jamais'],
  ['partnership', { years_in_business: 0 }, '0'],
  ['quote', { wished_date: '2027-05-01' }, '1er mai 2027'],
  ['quote', { measure_a: 52.5 }, '52,5'],
] as const)('labelledAnswers of %s writes %j as «%s»', (name, values, text) => {
  expect(labelledAnswers(forms[name], values).map(({ value }) => value)).toEqual([text])
})

it('receiptLink is a data URL of a text file with empty lines between the answers', () => {
  const link = receiptLink(['Reçu hier', 'Référence C-1'], [{ label: 'Votre nom', value: 'Léa & Cie' }])
  expect(link).toMatch(/^data:text\/plain;charset=utf-8,[^\s&#]*$/)
  expect(decodeURIComponent(link)).toMatch(/,Reçu hier\n\nRéférence C-1\n\nVotre nom\u00A0: Léa & Cie$/)
})
