import { expect, it } from 'vitest'
import { lackingForms } from '../../src/build/lacking-forms.ts'
import { forms } from '../../src/forms/index.ts'

it('lackingForms reports a missing table and a missing page of a form, and what to do', () => {
  expect(lackingForms()).toEqual([])
  const form = { ...forms.contact, name: 'essai', table: 'essais', page: '/essai' }
  expect(lackingForms([form])).toEqual([
    'Formulaire essai : la table essais manque. Ajoutez une migration dans db/migrations (recette dans CONTRIBUTING.md).',
    'Formulaire essai : la page /essai manque. Créez src/pages/essai.astro avec <FormIsland name="essai" />, ou corrigez src/forms/essai.ts.',
  ])
})
