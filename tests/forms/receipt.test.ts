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

it('labelledAnswers writes a checkbox as «oui» and keeps numbers and unknown options', () => {
  const { guardian_consent, availability } = forms.ambassador.fields
  expect(labelledAnswers(forms.ambassador, { guardian_consent: 1, availability: 'jamais', website: null })).toEqual([
    { label: guardian_consent?.label, value: 'oui' },
    { label: availability?.label, value: 'jamais' },
  ])
  expect(labelledAnswers(forms.partnership, { years_in_business: 0, website: undefined })).toEqual([
    { label: forms.partnership.fields.years_in_business?.label, value: '0' },
  ])
})

it('labelledAnswers writes a date in words', () => {
  const shown = (wished_date: string) => labelledAnswers(forms.quote, { wished_date })[0]?.value
  expect(shown('2027-04-02')).toBe('2 avril 2027')
  expect(shown('2027-05-01')).toBe('1er mai 2027')
})

it('receiptLink is a data URL of a text file with empty lines between the answers', () => {
  const link = receiptLink(['Reçu hier', 'Référence C-1'], [{ label: 'Votre nom', value: 'Léa & Cie' }])
  expect(link).toMatch(/^data:text\/plain;charset=utf-8,[^\s&#]*$/)
  expect(decodeURIComponent(link.slice(link.indexOf(',') + 1))).toBe(
    'Reçu hier\n\nRéférence C-1\n\nVotre nom\u00A0: Léa & Cie',
  )
})
