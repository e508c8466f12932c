import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lackingForms } from '../../src/build/lacking-forms.ts'
import { forms } from '../../src/forms/index.ts'
import { folder, scratchFolder } from '../scratch-folder.ts'

scratchFolder()

it('names the table and the page that a form lacks, and what to do', () => {
  expect(lackingForms()).toEqual([])
  const form = { ...forms.contact, name: 'essai', table: 'essais', page: '/essai' }
  expect(lackingForms([form])).toEqual([
    'Formulaire essai : la table essais manque. Ajoutez une migration dans db/migrations (recette dans CONTRIBUTING.md).',
    'Formulaire essai : la page /essai manque. Créez src/pages/essai.astro avec <FormIsland name="essai" />, ou corrigez src/forms/essai.ts.',
  ])
})

it('names the page that shows fields without their style', () => {
  const write = (name: string, code: string) => writeFileSync(join(folder, name), code)
  mkdirSync(join(folder, 'essais'))
  write('ambassador.astro', '<FormIsland name="ambassador" />')
  write('essais/saisie.astro', '<p class="field">…</p>')
  write('lecture.astro', '<form method="post"><button>Retirer</button></form>')
  expect(lackingForms([forms.ambassador], folder)).toEqual([
    `${join(folder, 'essais/saisie.astro')} : le style des champs manque. Ajoutez-lui import '../../styles/forms.css', ou au composant qui les montre.`,
  ])
  write('essais/saisie.astro', 'import \'../../styles/forms.css\'\n<p class="field">…</p>')
  expect(lackingForms([forms.ambassador], folder)).toEqual([])
})
