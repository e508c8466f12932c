import { describe, expect, it } from 'vitest'
import { checkbox, choice, integer, text } from '../../src/forms/fields.ts'
import { defineForm, type Errors, parse, type Values } from '../../src/forms/form.ts'
import { forms } from '../../src/forms/index.ts'

const TODAY = '2026-11-21'

describe('defineForm', () => {
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
    },
    processing: { purpose: 'a', use: 'b', basis: 'c', retention: '{{ conservation }} au plus' },
  }

  it('refuses a field declared twice', () => {
    expect(() => defineForm({ ...shape, parts: { ...shape.parts, encore: { nom: text({ max: 5 }) } } })).toThrow(
      'nom is declared twice',
    )
  })

  it('combines a form with its texts in the order of the form and fills in the retention', () => {
    const form = defineForm(shape, words)
    expect(form.parts).toMatchObject([{ name: 'vous', legend: 'Vous' }])
    expect(form.fields.nom).toMatchObject({ label: 'Votre nom', hint: 'En entier', max: 10 })
    expect(Object.entries(form.fields.ville?.options ?? {})).toEqual([
      ['paris', 'Paris'],
      ['lyon', 'Lyon'],
    ])
    expect(form.processing.retention).toBe('3\u00A0ans au plus')
  })

  it('shows the key of a missing text', () => {
    const { submit: _, ...rest } = words
    const form = defineForm(shape, { ...rest, fields: { ...words.fields, nom: {} } })
    expect(form.submit).toBe('[forms/essai.yaml : submit]')
    expect(parse(form, { ville: 'lyon' }, TODAY).errors?.nom).toContain('[forms/essai.yaml : fields.nom.label]')
  })

  it('reads the texts of the content folder by default, and shows the keys if the file is missing', () => {
    expect(defineForm({ ...shape, name: 'contact' }).title).toBe(forms.contact.title)
    expect(defineForm({ ...shape, name: 'sans-fichier' }).title).toBe('[forms/sans-fichier.yaml : title]')
  })

  it.each([
    [35, '35\u00A0mois au plus'],
    [120, '10\u00A0ans au plus'],
  ])('writes a retention of %i months as %s', (retentionMonths, said) => {
    const form = defineForm({ ...shape, processing: { ...shape.processing, retentionMonths } }, words)
    expect(form.processing.retention).toBe(said)
  })

  it('requires texts for a confirmation step and a «sent» button only if the form has them', () => {
    expect(Object.keys(defineForm(shape, words))).not.toEqual(expect.arrayContaining(['confirm']))
    expect(defineForm(shape, words)).not.toHaveProperty('sent')
    const form = defineForm(
      { ...shape, isWithdrawal: true, saysSent: true },
      { ...words, confirm: 'Oui', sent: 'Parti' },
    )
    expect(form).toMatchObject({ confirm: 'Oui', sent: 'Parti' })
    expect(defineForm({ ...shape, isWithdrawal: true, saysSent: true }, words)).toMatchObject({
      confirm: '[forms/essai.yaml : confirm]',
      sent: '[forms/essai.yaml : sent]',
    })
  })

  it('has a different error message for each kind of field', () => {
    const parts = () => ({
      vous: {
        nom: text({ max: 10 }),
        ville: choice(['paris', 'lyon']),
        accord: checkbox(),
        age: integer({ range: [0, 300] }),
      },
    })
    const fields = {
      ...words.fields,
      accord: { label: 'Accord' },
      age: { label: 'Âge' },
    }
    const form = defineForm({ ...shape, parts: parts() }, { ...words, fields })
    expect(parse(form, {}, TODAY).errors).toEqual({
      nom: expect.stringMatching(/^Remplissez.*Votre nom/),
      ville: expect.stringMatching(/^Choisissez.*Ville/),
      accord: expect.stringMatching(/^Cochez.*Accord/),
      age: expect.stringMatching(/^Remplissez.*Âge/),
    })
    expect(parse(form, { nom: 'x'.repeat(11), ville: ['lyon'], accord: 'non', age: '4000' }, TODAY).errors).toEqual({
      nom: expect.stringMatching(/Votre nom.*10 caractères au plus.*11/),
      ville: expect.stringMatching(/un texte.*Ville/),
      accord: expect.stringContaining('laissez-la vide'),
      age: expect.stringContaining('de 0\u00A0à\u00A0300'),
    })
    expect(parse(form, { nom: 'x'.repeat(10), ville: 'lyon', accord: 'on', age: '7' }, TODAY).values).toEqual({
      nom: 'x'.repeat(10),
      ville: 'lyon',
      accord: 1,
      age: 7,
    })
  })

  it('applies the rule of the form together with the field errors, with the date and the form’s sentences', () => {
    const rule = (values: Values, today: string, says: Readonly<Record<string, string>>): Errors =>
      values.nom === today ? { nom: says.occupe ?? '' } : {}
    const form = defineForm(
      { ...shape, rule, sentences: ['occupe'] },
      { ...words, sentences: { occupe: 'Déjà pris.' } },
    )
    expect(parse(form, { nom: TODAY, ville: 'lyon' }, TODAY).errors).toEqual({ nom: 'Déjà pris.' })
    expect(Object.keys(parse(form, { nom: TODAY, ville: '?' }, TODAY).errors ?? {})).toEqual(['nom', 'ville'])
    expect(Object.keys(parse(form, { nom: '', ville: '?' }, '').errors ?? {}), 'fields with errors').toEqual([
      'nom',
      'ville',
    ])
    expect(parse(form, { nom: 'Léa', ville: 'lyon' }, TODAY).values).toEqual({ nom: 'Léa', ville: 'lyon' })
    const { sentences } = defineForm({ ...shape, rule, sentences: ['occupe'] }, words)
    expect(sentences.occupe).toBe('[forms/essai.yaml : sentences.occupe]')
  })
})
