import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkbox, choice, integer, text } from '../../src/forms/fields.ts'
import { defineForm, parse } from '../../src/forms/form.ts'
import { allForms, forms } from '../../src/forms/index.ts'

const TODAY = '2026-11-21'

const shape = {
  name: 'essai',
  table: 'essais',
  prefix: 'E',
  page: '/essai',
  parts: { vous: { nom: text({ max: 10 }), ville: choice(['paris', 'lyon']) } },
  processing: { legalBases: ['consent'], retentionMonths: 36 },
} as const
const words = {
  title: 'Essai',
  submit: 'Envoyer',
  success: 'Merci.',
  parts: { vous: 'Vous' },
  fields: {
    nom: { label: 'Votre nom', hint: 'En entier' },
    ville: { label: 'Ville', options: { lyon: 'Lyon', paris: 'Paris' } },
    accord: { label: 'Accord' },
    age: { label: 'Âge' },
  },
  processing: { purpose: 'a', use: 'b', basis: 'c', retention: '{{ conservation }} au plus' },
}

it('defineForm combines a form with its texts in the order of the form', () => {
  const form = defineForm(shape, words)
  expect(form.parts).toMatchObject([{ name: 'vous', legend: 'Vous' }])
  expect(form.fields.nom).toMatchObject({ label: 'Votre nom', hint: 'En entier', max: 10 })
  expect(JSON.stringify(form.fields.ville?.options)).toBe('{"paris":"Paris","lyon":"Lyon"}')
  expect(form.processing.retention).toBe('3\u00A0ans au plus')
})

it('defineForm shows the key of a missing text, those of a second step and of a rule included', () => {
  const form = defineForm({ ...shape, isWithdrawal: true, saysSent: true, sentences: ['occupe'] }, { fields: {} })
  const note = (key: string) => `[forms/essai.yaml : ${key}]`
  expect(form).toMatchObject({ submit: note('submit'), confirm: note('confirm'), sent: note('sent') })
  expect(form.sentences.occupe).toBe(note('sentences.occupe'))
  expect(parse(form, { ville: 'lyon' }, TODAY).errors?.nom).toContain(note('fields.nom.label'))
  expect(defineForm(shape, words)).not.toHaveProperty('confirm')
  expect(defineForm({ ...shape, name: 'contact' }).title, 'its own file by default').toBe(forms.contact.title)
})

it('defineForm has a message for each kind of field', () => {
  const vous = { ...shape.parts.vous, accord: checkbox(), age: integer({ range: [0, 300] }) }
  const form = defineForm({ ...shape, parts: { vous } }, words)
  const messages = (input: object) => Object.values(parse(form, { ...input }, TODAY).errors ?? {}).join('\n')
  expect(messages({})).toMatch(/^Remplissez.*Votre nom.*\nChoisissez.*Ville.*\nCochez.*Accord.*\nRemplissez.*Âge/)
  expect(messages({ nom: 'x'.repeat(11), ville: ['lyon'], accord: 'non', age: '4000' })).toMatch(
    /Votre nom.*10 caractères au plus.*11.*\n.*un texte.*Ville.*\n.*laissez-la vide.*\n.*de 0\sà\s300/,
  )
})

it('forms have an e-mail field, and names, tables, prefixes and columns of their own', () => {
  for (const key of ['name', 'table', 'prefix'] as const)
    expect(new Set(allForms.map((form) => form[key])).size, key).toBe(allForms.length)
  const [, leads = ''] = /CREATE TABLE leads \(([\s\S]*?)\) STRICT/.exec(readFileSync('db/schema.sql', 'utf8')) ?? []
  const taken = [...leads.matchAll(/\b([a-z_]+) (?:TEXT|INTEGER)/g)].map(([, name]) => name)
  expect(taken).toContain('waiting_since')
  for (const { name, fields, parts } of allForms) {
    const declared = parts.flatMap((part) => Object.keys(part.fields))
    expect(fields.email?.kind, name).toBe('email')
    expect(declared, `fields of ${name}, each once`).toEqual(Object.keys(fields))
    expect(declared.filter((field) => taken.includes(field))).toEqual([])
  }
})
