import { expect, it } from 'vitest'
import { email, text } from '../../src/forms/fields.ts'
import { defineForm } from '../../src/forms/form.ts'
import { allForms, assertTellable, forms } from '../../src/forms/index.ts'

it('assertTellable requires an e-mail field, the state of a completed lead, and distinct names, tables and prefixes', () => {
  const { contact, waitlist } = forms
  expect(() => assertTellable(allForms)).not.toThrow()
  const clash = (key: 'name' | 'table' | 'prefix') => () =>
    assertTellable([contact, { ...waitlist, [key]: contact[key] }])
  expect(clash('name')).toThrow('Two forms have the name contact')
  expect(clash('table')).toThrow('Two forms have the table contact_messages')
  expect(clash('prefix')).toThrow('Two forms have the prefix C')
  const { email: _, ...fields } = contact.fields
  expect(() => assertTellable([{ ...contact, fields }])).toThrow('Form contact: there is no e-mail field')
})

const shape = {
  name: 'essai',
  table: 'essais',
  prefix: 'E',
  page: '/essai',
  parts: { un: { name: text({ max: 10 }), email: email() } },
  processing: { legalBases: ['contract'], retentionMonths: 12 },
} as const

it('defineForm rejects a field with the name of a column of leads', () => {
  expect(() => defineForm({ ...shape, parts: { un: { outcome: text({ max: 10 }) } } })).toThrow(
    'Form essai: every lead has a column outcome',
  )
})

it('defineForm derives undeclared settings of the desk from the fields', () => {
  expect(defineForm(shape)).toMatchObject({
    names: ['name'],
    about: [],
    outcomes: ['closed'],
  })
  expect(forms.contact).toMatchObject({ about: ['subject', 'message'] })
  expect(forms.ambassador).toMatchObject({ names: ['first_name', 'last_name'] })
})
