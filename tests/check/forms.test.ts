import { expect, it } from 'vitest'
import { checkForms } from '../../src/check/rules/check-forms.ts'
import { forms } from '../../src/forms/index.ts'

it('a form without its table and its page is named, with what to do', () => {
  expect(checkForms()).toEqual([])
  const form = { ...forms.contact, name: 'essai', table: 'essais', page: '/essai' }
  expect(checkForms([form])).toMatchObject([
    { file: 'src/forms/essai.ts', what: expect.stringContaining('la table essais manque. Ajoutez une migration') },
    { mend: 'Créez src/pages/essai.astro avec <FormIsland name="essai" />.' },
  ])
})
