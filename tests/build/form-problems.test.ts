import { expect, it } from 'vitest'
import { formProblems } from '../../src/build/form-problems.ts'
import { forms } from '../../src/forms/index.ts'

it('formProblems reports a missing table and a missing page of a form, and what to do', () => {
  expect(formProblems()).toEqual([])
  const form = { ...forms.contact, name: 'essai', table: 'essais', page: '/essai' }
  expect(formProblems([form])).toEqual([
    'Formulaire essai : la table essais manque. Ajoutez une migration dans db/migrations (recette dans CONTRIBUTING.md).',
    'Formulaire essai : la page /essai manque. Créez src/pages/essai.astro avec <FormIsland name="essai" />, ou corrigez src/forms/essai.ts.',
  ])
})
