import { describe, expect, it } from 'vitest'
import { checkTexts } from '../../src/check/check-content.ts'
import { readSources } from '../../src/check/reading/sources.ts'
import { checkFactValues } from '../../src/check/rules/check-fact-values.ts'
import { checkFacts } from '../../src/check/rules/check-facts.ts'
import { launchList } from '../../src/check/tools/launch-list.ts'
import { parseDuration } from '../../src/copy/facts/duration.ts'
import { ruleOf } from '../../src/copy/facts/fact-rules.ts'
import { valuesOf } from '../../src/copy/facts/values.ts'
import { promisesOf } from '../../src/server/leads/follow-up/deadline.ts'
import { contentFolder } from './content-folder.ts'

const content = contentFolder()

const check = () => checkTexts(content.folder, content.pictures)
/** Runs only the rule of facts, which takes a tenth of the time. */
const checkValues = () => checkFacts(readSources(content.folder), '2026-11-23')
/** Replaces values in a file or appends them. */
function set(file: string, values: Record<string, string>): void {
  let text = content.read(file)
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name}:.*$`, 'm')
    text = line.test(text) ? text.replace(line, `${name}: ${value}`) : `${text.trimEnd()}\n${name}: ${value}\n`
  }
  content.write(file, text)
}
const lineOf = (file: string, name: string) =>
  content
    .read(file)
    .split('\n')
    .findIndex((line) => line.startsWith(`${name}:`)) + 1

describe('an invalid fact stops the build', () => {
  it.each([
    ['facts.yaml', 'delai_retractation', '7 jours', /moins que la loi/, /14 jours au moins .*L\. 221-18/],
    ['facts.yaml', 'garantie_legale', '1 an', /moins que la loi/, /2 ans au moins .*L\. 217-3/],
    ['facts.yaml', 'plafond_remboursement', '30 jours', /plus que la règle/, /14 jours au plus .*L\. 221-24/],
    ['facts.yaml', 'livraison_sans_date', 'quarante jours', /plus que la règle/, /30 jours au plus .*L\. 216-1/],
    ['facts.yaml', 'reponse_droits', 'deux mois', /plus que la règle/, /1 mois au plus .*RGPD/],
    ['facts.yaml', 'notification_cnil', '4 jours', /plus que la règle/, /72 heures/],
    ['facts.yaml', 'conservation_commandes', '5 ans', /moins que la loi/, /10 ans/],
    ['facts.yaml', 'conservation_navigation', '24 mois', /plus que la règle/, /13 mois au plus .*CNIL/],
    ['facts.yaml', 'delai_retour', '10 jours', /plus court que le délai de rétractation/, /14 jours au moins/],
    // The program calculates with these and knows only one unit.
    ['facts.yaml', 'delai_retour', '2 mois', /compte ce délai en jours/, /14 jours/],
    ['facts.yaml', 'delai_retour', '30 jours ouvrés', /compte ce délai en jours/, /14 jours/],
    ['facts.yaml', 'delai_retour', '30 à 60 jours', /compte ce délai en jours/, /14 jours/],
    ['facts.yaml', 'delai_retractation', '3 semaines', /compte ce délai en jours/, /14 jours/],
    ['facts.yaml', 'plafond_remboursement', 'quatorze jours', /compte ce délai en jours/, /14 jours/],
    ['facts.yaml', 'delai_reponse', '3 jours', /compte ce délai en heures/, /24 à 48 h/],
    ['facts.yaml', 'delai_reponse', '24 à 48 heures', /compte ce délai en heures/, /24 à 48 h/],
    ['facts.yaml', 'conservation_marketing', '2 ans', /efface ces adresses après 36 mois/, /3 ans/],
    ['facts.yaml', 'horaires_samedi', '9 h – 25 h', /n’est pas un horaire/, /9 h 00/],
    ['facts.yaml', 'horaires_samedi', '9 h 00 – 18 h 75', /n’est pas un horaire/, /9 h 00/],
    ['facts.yaml', 'tapis_en_production', '1 200', /n’est pas un nombre/, /100/],
    ['facts.yaml', 'delai_fabrication', '6', /n’est pas une durée avec son unité/, /14 jours/],
    ['facts.yaml', 'frais_france', '18', /n’est pas un montant/, /15 €/],
    ['facts.yaml', 'frais_suisse', '18 francs', /n’est pas un montant/, /15 €/],
    ['facts.yaml', 'poids_tapis', '310', /n’est pas un poids/, /310 g/],
    ['facts.yaml', 'fait_main', '110 %', /n’est pas une part/, /100 %/],
    ['facts.yaml', 'tapis_en_production', 'une centaine', /n’est pas un nombre/, /100/],
    ['facts.yaml', 'horaires_samedi', 'de 10 à 16', /n’est pas un horaire/, /9 h 00/],
    ['facts.yaml', 'depuis', '85', /n’est pas une année/, /1985/],
    ['company.yaml', 'siren', '"12345"', /n’est pas un numéro SIREN/, /732 829 320/],
    ['company.yaml', 'siren', '"732 829 321"', /n’est pas un numéro SIREN/, /732 829 320/],
    ['company.yaml', 'tva_intracommunautaire', 'FR45 732 829 320', /n’est pas un numéro de TVA/, /FR44/],
    ['company.yaml', 'email', 'contact@hera-tapis', /n’est pas une adresse e-mail/, /contact@maison\.fr/],
    ['company.yaml', 'telephone', 'sur demande', /n’est pas un numéro de téléphone/, /01 23/],
    ['company.yaml', 'adresse', 'Paris, France', /rue, code postal et ville/, /75001 Paris/],
    ['company.yaml', 'mediateur_site', 'bientôt', /n’est pas une adresse de site/, /https/],
  ])('%s, %s: %s', (file, name, value, says, mend) => {
    set(file, { [name]: value })
    const [finding, ...others] = checkValues().filter((each) => each.file.endsWith(file) && each.breaks)
    expect(others, 'other findings that stop the build').toEqual([])
    expect(finding).toMatchObject({ line: lineOf(file, name), what: expect.stringMatching(says), breaks: true })
    expect(finding?.mend).toMatch(mend)
  })

  it('when more pieces are finished and reserved than the series has', () => {
    set('facts.yaml', { tapis_en_production: '100', tapis_termines: '60', tapis_reserves: '60' })
    expect(checkValues()).toMatchObject([
      {
        line: lineOf('facts.yaml', 'tapis_reserves'),
        what: expect.stringMatching(/100 tapis, dont 60 terminés/),
        mend: expect.stringMatching(/40 au plus/),
      },
    ])
    set('facts.yaml', { tapis_reserves: '40' })
    expect(checkValues(), 'findings when every piece is finished or reserved').toEqual([])
  })

  it('when a period limited by law is given in working days', () => {
    const limited = [...content.read('facts.yaml').matchAll(/^(\w+):/gm)].flatMap(([, name = '']) => {
      const rule = ruleOf(name)
      return rule?.atLeast || rule?.atMost ? [name] : []
    })
    expect(limited).toEqual(expect.arrayContaining(['delai_retractation', 'plafond_remboursement', 'reponse_droits']))
    set('facts.yaml', Object.fromEntries(limited.map((name) => [name, '10 jours ouvrés'])))
    const found = checkValues().filter(({ what, breaks }) => breaks && /jours ouvrés, la loi en jours/.test(what))
    expect(found.map(({ what }) => what.split(' ')[0]).toSorted()).toEqual(limited.toSorted())
  })

  it('when an upper limit used by the server is empty', () => {
    set('facts.yaml', { plafond_remboursement: '""' })
    const broken = check().filter(({ breaks }) => breaks)
    expect(broken, 'findings that stop the build').toMatchObject([
      { line: lineOf('facts.yaml', 'plafond_remboursement'), what: '« plafond_remboursement » est vide.' },
    ])
  })

  it('and the server can calculate with every valid one', () => {
    const numbers = ['0', '1', '14', '30', 'quatorze', '24 à 48', '24 – 48', '500000']
    const units = ['h', 'heures', 'jours', 'jours ouvrés', 'semaines', 'mois', 'ans']
    const written = numbers.flatMap((number) => units.flatMap((unit) => [`${number} ${unit}`, `${number}${unit}`]))
    const passing = (name: string) =>
      written.filter((value) => checkFactValues([{ file: '', line: 1, name, value }], '2026-11-23').length === 0)
    const [hours, days] = [passing('delai_reponse'), passing('plafond_remboursement')]
    expect([hours, days], 'accepted values').toEqual([
      expect.arrayContaining(['24 à 48 h']),
      expect.arrayContaining(['14 jours']),
    ])
    for (const delai_reponse of hours)
      for (const plafond_remboursement of days) {
        const counted = promisesOf({ delai_reponse, plafond_remboursement })
        expect(counted.hours, delai_reponse).toBeGreaterThan(0)
        expect(counted.refundDays, plafond_remboursement).toBeLessThanOrEqual(14)
      }
    for (const [name, derived] of [
      ['delai_retour', 'jour_limite_retour'],
      ['delai_retractation', 'lendemain_retractation'],
    ] as const)
      for (const value of passing(name)) {
        const { least = 0, unit } = parseDuration(value) ?? {}
        expect(unit, `${name}: ${value}`).toBe('jour')
        const day = name === 'delai_retour' ? `${least}e jour` : `${least + 1}e`
        expect(valuesOf({}, { [name]: value }, { questions: 1, models: 1, pieces: 1 })[derived], value).toBe(day)
      }
  })

  it('and appears in the launch list', () => {
    set('facts.yaml', { delai_retractation: '7 jours' })
    expect(launchList(content.folder, '2026-11-21').blocking).toEqual(
      expect.arrayContaining([expect.objectContaining({ what: expect.stringMatching(/moins que la loi/) })]),
    )
  })

  it('when SIREN, VAT and registration numbers belong to different companies', () => {
    set('company.yaml', {
      siren: '732 829 320',
      tva_intracommunautaire: 'FR83404833048',
      immatriculation: 'RCS Paris 404 833 048',
    })
    expect(check()).toMatchObject([
      { line: lineOf('company.yaml', 'immatriculation'), what: expect.stringMatching(/autre numéro SIREN/) },
      {
        line: lineOf('company.yaml', 'tva_intracommunautaire'),
        what: expect.stringMatching(/ne finit pas par le numéro SIREN/),
      },
    ])
  })
})

it('accepts valid facts in any grouping and a new fact of any kind', () => {
  set('company.yaml', {
    siren: '"732829320"',
    tva_intracommunautaire: 'FR 44 732829320',
    immatriculation: 'RCS Paris 732 829 320',
    telephone: '+33 1 23 45 67 89',
    adresse: '12 bis, rue de l’Exemple, 75001 Paris',
    capital: '10 000 €',
  })
  set('facts.yaml', {
    delai_retractation: '20 jours',
    garantie_legale: '24 mois',
    frais_suisse: '45,50 €',
    devise: 'Lentement',
  })
  expect(check().filter(({ what }) => !/n’est plus à jour/.test(what))).toEqual([])
})

it.each([
  [{ tapis_en_production: '"100"', tapis_termines: '"12"' }, { tapis_termines: '"101"' }, /qui sont terminés/],
  [{ tapis_en_production: '"100"', tapis_reserves: '"6"' }, { tapis_reserves: '"101"' }, /qui sont réservés/],
  [{ frais_france: '15 €', franco_france: '150 €' }, { frais_france: '160 €' }, /ce qui le rend gratuit/],
  [{ largeur_minimale: '320 pixels' }, { largeur_minimale: '9000 pixels' }, /plus étroit que le plus étroit/],
  [{ plafond_remboursement: '14 jours' }, { delai_remboursement: '15 jours' }, /plus long que le plafond/],
  [{ traceurs_performance: '25 mois' }, { traceurs_performance: '1 mois' }, /moins longtemps que son dépôt/],
])('contradictory facts stop the build: %o, then %o', (right, wrong, says) => {
  set('facts.yaml', right)
  expect(checkValues().filter(({ breaks }) => breaks)).toEqual([])
  set('facts.yaml', wrong)
  expect(checkValues()).toContainEqual(expect.objectContaining({ what: expect.stringMatching(says), breaks: true }))
})

it('rejects a line for a derived fact', () => {
  set('facts.yaml', { jour_limite_retour: '30e jour' })
  expect(check()).toMatchObject([{ what: expect.stringMatching(/« jour_limite_retour » se calcule/), mend: /Retirez/ }])
})

it('rejects a name that both files have', () => {
  set('facts.yaml', { ville: 'Lyon' })
  expect(checkValues()).toMatchObject([{ what: '« ville » existe aussi dans company.yaml.' }])
})

describe('the record of a piece', () => {
  it('may state the figures that stand nowhere else', () => {
    const lines = {
      thickness: '15 mm',
      composition: 'dessus : 100 % coton ; doublure : 80 % polyester, 20 % coton',
      sizes: '50 × 60 cm',
      cut: 'garrot échancré de 4 cm',
      competition: 'un logo de 200 cm² au plus',
      care: 'à la main, 30 minutes au plus',
    }
    let text = content.read('products/tapis.yaml')
    for (const [key, value] of Object.entries(lines))
      text = text.replace(new RegExp(`^  ${key}:.*\n`, 'm'), '').replace(/^record:\n/m, `$&  ${key}: "${value}"\n`)
    content.write('products/tapis.yaml', text)
    expect(check()).toEqual([])
  })

  it('must call the others by name', () => {
    const text = content.read('products/tapis.yaml')
    content.write('products/tapis.yaml', text.replace(/^ {2}lining:.*$/m, '  lining: "mesh 3D, 100 % respirant"'))
    expect(check()).toMatchObject([{ what: '« 100 % » est écrit dans le texte même.' }])
  })
})

describe('texts about entries', () => {
  it('must state the right number of entries', () => {
    const before = content.read('pages/faq.yaml')
    content.write('pages/faq.yaml', before.replace('{{ Nombre_questions }} questions', 'Trois questions'))
    expect(check()).toMatchObject([
      { what: '« Trois questions » : il y en a huit.', mend: expect.stringContaining('{{ Nombre_questions }}') },
    ])
    content.write('pages/faq.yaml', before)
    content.write('models/troisieme.yaml', content.read('models/elegance.yaml').replace(/^order: .*$/m, 'order: 90'))
    expect(check().map(({ what }) => what)).toContain('« deux modèles » : il y en a trois.')
  })

  it('can use a placeholder that follows the count', () => {
    const text = '\n\n{{ nombre_questions }}, {{ nombre_modeles }}.\n'
    content.write('faq/neuvieme.md', `---\nquestion: "Et ensuite ?"\norder: 90\n---${text}`)
    expect(content.read('pages/faq.yaml')).toContain('{{ Nombre_questions }}')
    expect(check()).toEqual([])
  })

  it('must not announce a list that already exists', () => {
    const answer = 'La liste des selleries paraîtra bientôt.'
    content.write('faq/liste.md', `---\nquestion: "Où le voir ?"\norder: 90\n---\n\n${answer}\n`)
    content.write(
      'saddleries/une.yaml',
      'name: "Sellerie"\nregion: "Bretagne"\ndepartment: "Finistère (29)"\naddress: "12 rue de l’Exemple"\n',
    )
    const said = check().filter(({ file }) => file.endsWith('faq/liste.md'))
    expect(said).toMatchObject([{ line: 6, what: expect.stringMatching(/des selleries sont inscrites/) }])
  })
})
