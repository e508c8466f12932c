import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSources } from '../../src/check/reading/sources.ts'
import { checkVoice } from '../../src/check/rules/check-voice.ts'
import { folder, scratchFolder } from '../scratch-folder.ts'

scratchFolder()

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
const page = (id: string, text: string) =>
  write(`pages/${id}.yaml`, `sections:\n  hero:\n    text: |\n      Le cheval est là.\n      ${text}\n`)
const said = () =>
  checkVoice(readSources(folder)).map(({ file, line, what }) => `${file.slice(folder.length + 1)}:${line} ${what}`)

describe('voice check', () => {
  it('reports nothing for affirmative sentences', () => {
    page('home', 'Une main pour le tapis, l’autre pour la selle.')
    expect(said()).toEqual([])
  })

  it('reports more than two negations in a section', () => {
    page('home', 'Il ne glisse pas. Rien n’appuie.')
    expect(said()).toEqual([])
    page('home', 'Il ne glisse pas. Rien n’appuie. On ne le sent pas.')
    expect(said()).toEqual(['pages/home.yaml:2 la section « hero » nie 3 fois.'])
  })

  it('reports a product page without the horse, but not other pages', () => {
    write('pages/quilting.yaml', 'sections:\n  hero:\n    text: "Un tapis."\n')
    write('pages/contact.yaml', 'sections:\n  hero:\n    text: "Nous écrire."\n')
    expect(said()).toEqual(['pages/quilting.yaml:1 le cheval n’est pas sur cette page.'])
  })

  it.each(['Ce site n’a pas de panier.', 'Ce formulaire n’est pas un bon de commande.', 'Ce n’est pas une mesure.'])(
    'reports a defensive sentence: %s',
    (sentence) => {
      page('contact', sentence)
      expect(said()).toEqual([expect.stringMatching(/^pages\/contact\.yaml:5 « .* » se défend\.$/)])
    },
  )

  it('reports legal jargon except on legal pages', () => {
    page('home', 'Sauf non-conformité.')
    page('retractation', 'Votre rétractation.')
    write('legal/terms.md', '---\nheading: "Conditions"\n---\n\nSauf non-conformité.\n')
    expect(said()).toEqual(['pages/home.yaml:5 « non-conformité » est un mot de juriste.'])
  })

  it('reports a sentence on its third page and counts shared texts for each page that shows them', () => {
    const sentence = 'Votre nom paraît dans la liste des selleries.'
    write('models/elegance.yaml', `name: "Elegance"\ntext: "${sentence}"\n`)
    page('shared', sentence)
    expect(said()).toEqual([])
    page('hera-club', sentence)
    expect(said()).toEqual([`pages/shared.yaml:5 « ${sentence} » se lit sur 3 pages.`])
  })
})
