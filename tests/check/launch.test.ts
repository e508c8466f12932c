import { expect, it } from 'vitest'
import { sentence } from '../../src/check/finding.ts'
import { launchList } from '../../src/check/launch-list.ts'
import { contentFolder } from './content-folder.ts'

const { folder, edit, read, write } = contentFolder()

/** Valid values of facts that have a format. */
const FILLED: Record<string, string> = {
  adresse: '12 rue de l’Exemple, 75001 Paris',
  siren: '732 829 320',
  regime_tva: 'franchise',
  iban: 'FR14 2004 1010 0505 0001 3M02 606',
  telephone: '01 23 45 67 89',
  email: 'contact@maison.fr',
  email_professionnels: 'contact@maison.fr',
  hebergeur_adresse: '2 rue de l’Exemple, 59100 Roubaix',
  hebergeur_telephone: '09 72 10 10 07',
  mediateur_adresse: '3 rue de l’Exemple, 75009 Paris',
  mediateur_site: 'https://www.mediateur.fr',
  avis_harmonise: '/favicon.svg',
  ...Object.fromEntries(['instagram', 'facebook', 'tiktok'].map((name) => [name, `https://www.${name}.com/maison`])),
}
/** Writes company.yaml with some values, whatever the owner has filled in. */
const company = (value: (name: string) => string) =>
  write(
    'company.yaml',
    read('company.yaml').replace(/^(\w+): .*$/gm, (_, name) => `${name}: ${value(name) || '""'}`),
  )
const filled = (more: Record<string, string> = {}) =>
  company((name) => more[name] ?? (/^(capital|tva_|stockage)/.test(name) ? '' : (FILLED[name] ?? 'Rempli')))
const said = (kind: 'blocking' | 'advisory') => launchList(folder)[kind].map(sentence).join('\n')

it('blocks the launch without identity, host, mediator or a real contact address', () => {
  company((name) => (/^email/.test(name) ? 'contact@hera.example' : ''))
  const all = said('blocking')
  const missing = [
    'SIREN',
    'l’hébergeur',
    'du médiateur',
    'est un exemple (contact@hera.example)',
    'yaml:6 : il manque',
  ]
  for (const words of missing) expect(all).toContain(words)
})

it.each([
  [{}, /^$/],
  [{ regime_tva: 'assujetti' }, /numéro de TVA/],
  [{ regime_tva: 'Franchise' }, /« Franchise » n’est pas un régime connu/],
  [{ avis_harmonise: '/avis-absent.svg' }, /public\/avis-absent\.svg manque\. Posez le visuel/],
])('with all required facts but %j it says %s', (more, says) => {
  filled(more)
  expect(said('blocking')).toMatch(says)
})

it('advises about examples, empty facts, rendered pictures and open points, until they are settled', () => {
  write('lancement.yaml', '- { sujet: Le poids, ou: /quilting#fiche, pourquoi: Peser., fait: false }\n')
  write('pictures.yaml', read('pictures.yaml').replace(/^ {2}synthese: true\n/gm, ''))
  edit('pictures.yaml', /^(macro:\n.*\n)/m, '$1  synthese: true\n')
  edit('products/tapis.yaml', /^ {2}thickness: .*$/m, '  thickness: ""')
  const open = [
    '« Épaisseur » n’est pas renseigné',
    'images de synthèse : macro.',
    'Le poids (/quilting#fiche).',
    'testimonials/essai.yaml:1 : ce témoignage est un exemple',
  ]
  const before = said('advisory')
  for (const words of open) expect(before).toContain(words)
  edit('lancement.yaml', /false/, 'true')
  edit('pictures.yaml', /^ {2}synthese: true\n/m, '')
  edit('products/tapis.yaml', /^ {2}thickness: .*$/m, '  thickness: "2 cm"')
  edit('testimonials/essai.yaml', /^example: true$/m, 'proof: "Dossier 12"\ndate: 2026-10-01')
  const after = said('advisory')
  for (const words of open) expect(after).not.toContain(words)
})
