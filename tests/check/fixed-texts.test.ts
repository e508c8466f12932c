import { expect, it } from 'vitest'
import { checkTexts } from '../../src/check/check-content.ts'
import { contentFolder } from './content-folder.ts'

const { folder, read, write } = contentFolder()

// Changed words, and only those: spaces and line breaks may differ.
it.each<[file: string, from: RegExp, to: string, says: RegExp]>([
  ['forms/withdrawal.yaml', /^submit: .*$/m, 'submit: "Renoncer"', /texte fixé : la loi fixe ce bouton/],
  ['forms/contact.yaml', /^success: .*$/m, 'success: "Merci."', /texte fixé : la spécification \(§8\)/],
  ['interface.yaml', /^ {2}retour: .*$/m, '  retour: "Revenir"', /texte fixé/],
  ['pages/footer.yaml', /Fait main/, 'Fait à la main', /texte fixé/],
  ['pages/header.yaml', /DEVENIR PARTENAIRE/, 'Devenir partenaire', /texte fixé/],
  ['legal/terms.md', /(<div class="statutory-box"[^>]*>[\s\S]{40}\S* )/, '$1vraiment ', /l’encadré des garanties/],
  ['legal/_formulaire-retractation.md', /(<div class="model-form">\s*)/, '$1Cher vendeur. ', /modèle de formulaire/],
  ['legal/returns.md', /Vous pouvez également exercer/, 'Vous pouvez exercer', /rétractation en ligne/],
  ['legal/privacy.md', /\{#vos-droits\}/, '{#droits}', /la section « vos-droits » manque/],
  ['legal/privacy.md', /\{\{ reponse_droits \}\}/g, 'un mois', /ne dit plus « {{ reponse_droits }} »/],
])('%s: %s', (file, from, to, says) => {
  const before = read(file)
  write(file, before.replace(from, to))
  expect(read(file)).not.toBe(before)
  const found = checkTexts(folder).filter((finding) => finding.file === `${folder}/${file}`)
  expect(found.map(({ what }) => what).join('\n')).toMatch(says)
  expect(found.every(({ breaks }) => breaks)).toBe(true)
})

it('the spaces of a prescribed text may differ', () => {
  write('legal/terms.md', read('legal/terms.md').replace(/(<div class="statutory-box"[^>]*>)\s*/, '$1\n\n\n'))
  expect(checkTexts(folder)).toEqual([])
})
