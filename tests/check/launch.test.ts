import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { sentence } from '../../src/check/finding.ts'
import { launchList } from '../../src/check/launch-list.ts'
import { copyContent } from '../support/content.ts'
import { folder, scratchFolder } from '../support/scratch-folder.ts'

const TODAY = '2026-11-21'
const GIVEN: Record<string, string> = {
  nom: 'Hera',
  ville: 'Paris, France',
  email: 'contact@hera.example',
  email_professionnels: 'contact@hera.example',
}
/** Valid values of facts that have a format. */
const FILLED: Record<string, string> = {
  adresse: '12 rue de l’Exemple, 75001 Paris',
  siren: '732 829 320',
  iban: 'FR14 2004 1010 0505 0001 3M02 606',
  telephone: '01 23 45 67 89',
  email: 'contact@maison.fr',
  email_professionnels: 'contact@maison.fr',
  hebergeur_adresse: '2 rue de l’Exemple, 59100 Roubaix',
  hebergeur_telephone: '09 72 10 10 07',
  mediateur_adresse: '3 rue de l’Exemple, 75009 Paris',
  mediateur_site: 'https://www.mediateur.fr',
  ...Object.fromEntries(['instagram', 'facebook', 'tiktok'].map((name) => [name, `https://www.${name}.com/maison`])),
}
scratchFolder()
beforeEach(() => {
  copyContent(folder)
  // As shipped, whatever the owner has filled in since.
  edit('company.yaml', (text) => text.replace(/^(\w+): .*$/gm, (_, name) => `${name}: ${GIVEN[name] ?? '""'}`))
  edit('lancement.yaml', (text) => text.replace(/^ {2}fait: true$/gm, '  fait: false'))
  edit('pictures.yaml', (text) => text.replace(/^ {2}synthese: true\n/gm, ''))
  edit('facts.yaml', (text) => text.replace(/^fin_de_campagne: .*$/m, 'fin_de_campagne: 2027-03-31'))
  rmSync(join(folder, 'testimonials'), { recursive: true, force: true })
  mkdirSync(join(folder, 'testimonials'))
  for (const order of [1, 2]) writeFileSync(join(folder, `testimonials/exemple-${order}.yaml`), testimonial(order))
})

const testimonial = (order: number) =>
  `order: ${order}\nstars: 5\ntext: "Léger."\ninitials: "AB"\nname: "A. B."\ntitle: "Dressage"\nexample: true\n`
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')))
const said = (list: ReturnType<typeof launchList>['blocking']) => list.map(sentence).join('\n')

it('lists rendered pictures until all are photographs', () => {
  expect(said(launchList(folder, TODAY).advisory)).not.toMatch(/images? (?:est|sont) de synthèse/)
  edit('pictures.yaml', (text) => text.replace(/^(macro:\n.*\n)/m, '$1  synthese: true\n'))
  expect(said(launchList(folder, TODAY).advisory)).toContain('une image est de synthèse : macro.')
})

it('blocks the launch without identity, host, mediator or a real contact address', () => {
  const blocking = said(launchList(folder, TODAY).blocking)
  for (const words of [
    'la raison sociale',
    'SIREN',
    'l’hébergeur',
    'du médiateur',
    'est un exemple (contact@hera.example)',
  ])
    expect(blocking).toContain(words)
  expect(blocking).toContain(`${join(folder, 'company.yaml')}:6 : `)
})

it('does not block once all required facts are filled in', () => {
  edit('company.yaml', (text) =>
    text
      .replace(/^(?!capital|tva_|stockage|regime)(\w+): ""/gm, (_, name) => `${name}: ${FILLED[name] ?? 'Rempli'}`)
      .replace('regime_tva: ""', 'regime_tva: franchise')
      .replaceAll('contact@hera.example', 'contact@maison-hera.fr'),
  )
  expect(said(launchList(folder, TODAY).blocking)).toBe('')
  edit('company.yaml', (text) => text.replace('regime_tva: franchise', 'regime_tva: assujetti'))
  expect(said(launchList(folder, TODAY).blocking)).toContain('numéro de TVA')
})

it('blocks for a deleted fact and an unknown VAT regime', () => {
  edit('company.yaml', (text) =>
    text
      .replace(/^(?!capital|tva_|stockage)(\w+): .*$/gm, (_, name) => `${name}: ${FILLED[name] ?? 'Rempli'}`)
      .replace(/^(siren|mediateur_site): .*\n/gm, '')
      .replace(/^regime_tva: .*$/m, 'regime_tva: Franchise'),
  )
  const blocking = () => said(launchList(folder, TODAY).blocking)
  expect(blocking()).toContain('company.yaml:1 : « siren » manque. À écrire : Le numéro SIREN')
  expect(blocking()).toContain('« mediateur_site » manque')
  edit('company.yaml', (text) => `${text}siren: 732 829 320\nmediateur_site: https://www.mediateur.fr\n`)
  expect(blocking()).toContain('« Franchise » n’est pas un régime connu : écrivez par exemple assujetti ou franchise.')
  edit('company.yaml', (text) => text.replace(/^regime_tva: .*$/m, 'regime_tva: ""'))
  expect(blocking().split('\n')).toEqual([expect.stringContaining('il manque le régime de TVA.')])
})

it('advises about example testimonials, the ended campaign and every open point', () => {
  const { advisory } = launchList(folder, TODAY)
  expect(advisory.filter(({ what }) => /exemple/.test(what))).toMatchObject(
    [1, 2].map((n) => ({ file: join(folder, `testimonials/exemple-${n}.yaml`) })),
  )
  expect(said(advisory)).not.toContain('fin_de_campagne')
  expect(said(launchList(folder, '2027-04-01').advisory)).toContain('fin_de_campagne')
  const subjects: { sujet: string }[] = parse(readFileSync(join(folder, 'lancement.yaml'), 'utf8'))
  for (const { sujet } of subjects) expect(said(advisory)).toContain(sujet)
})

it('blocks while the file of the European guarantee notice is missing', () => {
  edit('company.yaml', (text) => text.replace(/^avis_harmonise: .*$/m, 'avis_harmonise: "/avis-absent.svg"'))
  expect(said(launchList(folder, TODAY).blocking)).toContain('public/avis-absent.svg manque. Posez le visuel')
  edit('company.yaml', (text) => text.replace(/^avis_harmonise: .*$/m, 'avis_harmonise: "/favicon.svg"'))
  expect(said(launchList(folder, TODAY).blocking)).not.toContain('favicon')
})

it('lists empty values of a product sheet or page by their French label', () => {
  const found = launchList(folder, TODAY).advisory
  const recalled = (file: string) =>
    found.filter((finding) => finding.file === join(folder, file)).map(({ what }) => what)
  for (const name of ['Tailles', 'Composition', 'Entretien', 'Prix'])
    expect(recalled('products/tapis.yaml').join()).toContain(`« ${name} »`)
  edit('pages/hera-club.yaml', (text) => text.replace(/^( {8}value: )".+"$/gm, '$1""'))
  expect(said(launchList(folder, TODAY).advisory)).toContain('« Fabrication » n’est pas renseigné')
})

it('omits completed points and testimonials with proof', () => {
  const before = launchList(folder, TODAY).advisory.length
  edit('lancement.yaml', (text) => text.replace(/^ {2}fait: false$/m, '  fait: true'))
  edit('testimonials/exemple-1.yaml', (text) => text.replace('example: true', 'proof: "Dossier 12"\ndate: 2026-10-01'))
  expect(launchList(folder, TODAY).advisory, 'number of points after two are settled').toHaveLength(before - 2)
})
