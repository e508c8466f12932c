import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkTexts } from '../../src/check/check-content.ts'
import { sentence } from '../../src/check/finding.ts'
import { type ContentFolder, contentFolder } from './content-folder.ts'

/** What a copywriter might do to a file: replace something, add a paragraph at its end, or write the whole file. */
interface Mistake {
  name: string
  file: string
  /** Structure rather than words, which copywriters change; without it `to` is the whole file. */
  from?: RegExp
  to: string
  /** A text of the line that the finding names; line 1 without it. */
  at?: string
  says: RegExp
  mend: RegExp
}

const END = /\s*$/
const lineOf = (file: string, pattern: RegExp) =>
  pattern.exec(readFileSync(`tests/fixtures/content/${file}`, 'utf8'))?.[0] ?? ''

const MISTAKES: Mistake[] = [
  {
    name: 'forgets a closing quote',
    file: 'pages/contact.yaml',
    from: /^ {4}title: ".*"$/m,
    to: '    title: "Écrivez-nous',
    at: 'Écrivez-nous',
    says: /guillemet/,
    mend: /Fermez/,
  },
  {
    name: 'indents with a tab',
    file: 'pages/contact.yaml',
    from: /^ {2}horaires:/m,
    to: '\thoraires:',
    at: '\thoraires:',
    says: /tabulation/,
    mend: /espaces/,
  },
  {
    name: 'writes a colon without quotes',
    file: 'faq/retour.md',
    from: /^question: .*$/m,
    to: 'question: Retours : puis-je changer d’avis ?',
    at: 'question:',
    says: /« : » sans guillemets/,
    mend: /guillemets droits/,
  },
  {
    name: 'writes a key twice',
    file: 'facts.yaml',
    from: /^poids_bonnet: .*$/m,
    to: 'poids_tapis: 91 g',
    at: 'poids_tapis: 91 g',
    says: /deux fois/,
    mend: /une seule/,
  },
  {
    name: 'empties the figures',
    file: 'facts.yaml',
    to: '',
    says: /ce fichier est vide/,
    mend: /annulez/,
  },
  {
    name: 'leaves only comments in the identity',
    file: 'company.yaml',
    to: '# L’identité\n',
    says: /ce fichier est vide/,
    mend: /annulez/,
  },
  {
    name: 'writes a sentence for the figures',
    file: 'facts.yaml',
    to: 'Le poids est à peser\n',
    says: /liste de valeurs/,
    mend: /nom: valeur/,
  },
  {
    name: 'puts values below a value',
    file: 'facts.yaml',
    from: END,
    to: '\n\npoids:\n  tapis: 310 g\n',
    at: 'poids:',
    says: /« poids » n’est pas un texte/,
    mend: /guillemets droits/,
  },
  {
    name: 'begins a text with a star',
    file: 'pages/faq.yaml',
    from: /(?<=^ {2}suite:\n) {4}title: .*$/m,
    to: '    title: *Votre question*',
    at: '*Votre question*',
    says: /commence par une étoile/,
    mend: /guillemets droits/,
  },
  {
    name: 'forgets the front matter of a question',
    file: 'faq/entretien.md',
    to: 'Le tapis se brosse à sec.\n',
    says: /en-tête/,
    mend: /---/,
  },
  {
    name: 'names a file with accents and spaces',
    file: 'faq/Délais d’été.md',
    to: '---\nquestion: "Livrez-vous en été ?"\norder: 90\n---\nOui.\n',
    says: /nom de fichier/,
    mend: /sans accent/,
  },
  {
    name: 'misspells a key',
    file: 'faq/retour.md',
    from: /^order:/m,
    to: 'ordre:',
    at: 'ordre:',
    says: /« ordre » n’est pas une clé/,
    mend: /« order »/,
  },
  {
    name: 'leaves a key out',
    file: 'products/bonnet.yaml',
    from: /^label: .*\n/m,
    to: '',
    says: /« label » manque/,
    mend: /Texte du lien/,
  },
  {
    name: 'writes a date in words',
    file: 'legal/shipping.md',
    from: /^updated: .*$/m,
    to: 'updated: 21 novembre',
    at: 'updated:',
    says: /doit être une date/,
    mend: /AAAA-MM-JJ/,
  },
  {
    name: 'leaves a date empty',
    file: 'legal/shipping.md',
    from: /^updated: .*$/m,
    to: 'updated:',
    at: 'updated:',
    says: /doit être une date/,
    mend: /AAAA-MM-JJ/,
  },
  {
    name: 'writes a year for a date',
    file: 'legal/shipping.md',
    from: /^updated: .*$/m,
    to: 'updated: 2026',
    at: 'updated:',
    says: /doit être une date/,
    mend: /AAAA-MM-JJ/,
  },
  {
    name: 'writes a day that does not exist',
    file: 'legal/shipping.md',
    from: /^updated: .*$/m,
    to: 'updated: 2026-02-30',
    at: 'updated:',
    says: /doit être une date/,
    mend: /AAAA-MM-JJ/,
  },
  {
    name: 'leaves the first day of an event empty',
    file: 'exhibitions/lyon.yaml',
    to: 'title: "Salon"\nstart:\nend: 2027-05-01\nplace: "Lyon"\ndiscipline: "Dressage"\n',
    at: 'start:',
    says: /« start » doit être une date/,
    mend: /AAAA-MM-JJ/,
  },
  {
    name: 'ends the campaign on a day that does not exist',
    file: 'facts.yaml',
    from: /^fin_de_campagne: .*$/m,
    to: 'fin_de_campagne: 2027-02-30',
    at: 'fin_de_campagne',
    says: /fin_de_campagne : « 2027-02-30 » n’est pas une date/,
    mend: /2027-03-31/,
  },
  {
    name: 'publishes a testimonial without its proof',
    file: 'testimonials/sans-preuve.yaml',
    to: 'order: 90\nstars: 5\ntext: "Léger."\ninitials: "AB"\nname: "A. B."\ntitle: "Dressage"\n',
    says: /ne convient pas/,
    mend: /preuve \(proof\) et sa date/,
  },
  {
    name: 'ends an event before it starts',
    file: 'exhibitions/lyon.yaml',
    to: 'title: "Salon"\nstart: 2027-05-03\nend: 2027-05-01\nplace: "Lyon"\ndiscipline: "Dressage"\n',
    at: 'end:',
    says: /« end »/,
    mend: /précède le premier/,
  },
  {
    name: 'misspells a placeholder',
    file: 'faq/fabrication.md',
    from: END,
    to: '\n\nComptez {{ delais_fabrication }}.\n',
    at: 'delais_fabrication',
    says: /« {{ delais_fabrication }} » n’existe pas/,
    mend: /« {{ delai_fabrication }} »/,
  },
  {
    name: 'calls a placeholder with one brace',
    file: 'faq/fabrication.md',
    from: END,
    to: '\n\nIl pèse { poids_tapis }.\n',
    at: '{ poids_tapis }',
    says: /n’appelle aucune valeur/,
    mend: /deux accolades/,
  },
  {
    name: 'forgets the first brace',
    file: 'faq/fabrication.md',
    from: END,
    to: '\n\nIl pèse { poids_tapis }}.\n',
    at: '{ poids_tapis }}',
    says: /n’appelle aucune valeur/,
    mend: /deux accolades/,
  },
  {
    name: 'forgets the last brace',
    file: 'faq/fabrication.md',
    from: END,
    to: '\n\nIl pèse {{ poids_tapis }.\n',
    at: '{{ poids_tapis }',
    says: /n’appelle aucune valeur/,
    mend: /deux accolades/,
  },
  {
    name: 'forgets both first braces',
    file: 'faq/fabrication.md',
    from: END,
    to: '\n\nIl pèse poids_tapis }}.\n',
    at: 'poids_tapis }}',
    says: /n’appelle aucune valeur/,
    mend: /deux accolades/,
  },
  {
    name: 'calls a placeholder with one brace and an accent',
    file: 'faq/fabrication.md',
    from: END,
    to: '\n\nIl pèse { délai }.\n',
    at: '{ délai }',
    says: /n’appelle aucune valeur/,
    mend: /deux accolades/,
  },
  {
    name: 'writes a duration in figures',
    file: 'faq/retour.md',
    from: END,
    to: '\n\nVous avez 14 jours.\n',
    at: 'Vous avez 14 jours',
    says: /« 14 jours »/,
    mend: /{{ delai_retractation }}/,
  },
  {
    name: 'writes a duration in words',
    file: 'legal/returns.md',
    from: END,
    to: '\n\nVous avez trente jours.\n',
    at: 'trente jours',
    says: /« trente jours »/,
    mend: /{{ delai_retour }} ou {{ livraison_sans_date }}/,
  },
  {
    name: 'writes an amount',
    file: 'legal/shipping.md',
    from: /\{\{ frais_union_europeenne \}\} \|$/m,
    to: '35 € |',
    at: '35 € |',
    says: /« 35 € »/,
    mend: /{{ frais_union_europeenne }}/,
  },
  {
    name: 'writes a figure that no fact holds',
    file: 'pages/quilting.yaml',
    from: /(?<=text: \|\n {6})/,
    to: 'Une maille de 4 mm. ',
    at: '4 mm',
    says: /« 4 mm »/,
    mend: /facts\.yaml/,
  },
  {
    name: 'links to a page that does not exist',
    file: 'faq/livraison.md',
    from: END,
    to: '\n\n[Livraison](/shiping)\n',
    at: '/shiping',
    says: /« \/shiping » mène à une page qui n’existe pas/,
    mend: /« \/shipping »/,
  },
  {
    name: 'links to an anchor that does not exist',
    file: 'legal/shipping.md',
    from: END,
    to: '\n\n[Nos conditions](/terms#livraisons)\n',
    at: '#livraisons',
    says: /\/terms n’a pas d’endroit nommé « livraisons »/,
    mend: /« livraison »/,
  },
  {
    name: 'forgets the slash of a link',
    file: 'faq/livraison.md',
    from: END,
    to: '\n\n[Livraison](shipping)\n',
    at: '(shipping)',
    says: /ni une adresse complète ni un chemin/,
    mend: /Commencez par \//,
  },
  {
    name: 'misspells a place of the page that a button leads to',
    file: 'pages/ambassador.yaml',
    from: /"#cadre"/,
    to: '"#le-cadre"',
    at: '"#le-cadre"',
    says: /\/ambassador n’a pas d’endroit nommé « le-cadre »/,
    mend: /« cadre »/,
  },
  {
    name: 'renames a section of a page that answers one person',
    file: 'pages/retractation.yaml',
    from: /^ {2}accuse:/m,
    to: '  accusé:',
    at: 'accusé:',
    says: /« accusé » n’est pas une section de cette page/,
    mend: /« accuse » ; sections possibles : hero, confirmation, accuse/,
  },
  {
    name: 'renames a section so that it resembles another',
    file: 'pages/faq.yaml',
    from: /^ {2}suite:/m,
    to: '  heros:',
    at: 'heros:',
    says: /« heros » n’est pas une section/,
    mend: /le plus proche est « suite »/,
  },
  {
    name: 'removes a section',
    file: 'pages/merci.yaml',
    from: /^ {2}contact:\n( {4}.*\n)+/m,
    to: '',
    at: 'sections:',
    says: /la section « contact » manque/,
    mend: /remettez-la/,
  },
  {
    name: 'removes the title of a section',
    file: 'pages/faq.yaml',
    from: /(?<=^ {2}suite:\n) {4}title: .*\n/m,
    to: '',
    at: 'suite:',
    says: /« title » manque/,
    mend: /Titre de la section/,
  },
  {
    name: 'adds a page that nothing leads to',
    file: 'legal/presse.md',
    to: '---\ntitle: "Espace presse, images et textes – Hera"\ndescription: "Les images et les textes que la presse peut reprendre, avec la mention à porter et la personne à qui écrire chez Hera."\nheading: "Presse"\nlead: "Pour la presse."\nupdated: 2026-11-21\nrelated:\n  - /contact\n---\n\nTout est là.\n',
    says: /aucun lien du site ne mène à la page \/presse/,
    mend: /footer\.yaml/,
  },
  {
    name: 'calls a picture that is not there',
    file: 'models/elegance.yaml',
    from: /^image: .*$/m,
    to: 'image: elegence',
    at: 'image:',
    says: /« elegence » n’est pas dans pictures.yaml/,
    mend: /« elegance »/,
  },
  {
    name: 'empties an alt',
    file: 'pictures.yaml',
    from: /(?<=^share:\n {2}alt: ).*$/m,
    to: '""',
    at: 'alt: ""',
    says: /« alt » est vide/,
    mend: /Ce que l’on voit/,
  },
  {
    name: 'skips a heading level',
    file: 'legal/terms.md',
    from: END,
    to: '\n\n## 14. Divers {#divers}\n\n##### Titre {#titre}\n',
    at: '##### Titre',
    says: /saute un niveau/,
    mend: /« ### »/,
  },
  {
    name: 'forgets the anchor of a heading',
    file: 'legal/terms.md',
    from: END,
    to: '\n\n### Titre\n',
    at: '### Titre',
    says: /pas d’ancre/,
    mend: /{#/,
  },
  {
    name: 'gives two headings the same anchor',
    file: 'legal/terms.md',
    from: END,
    to: '\n\n### Titre {#contact}\n',
    at: '### Titre',
    says: /« contact » existe déjà/,
    mend: /autre nom/,
  },
  {
    name: 'answers a question with nothing',
    file: 'faq/entretien.md',
    to: '---\nquestion: "Comment l’entretenir ?"\norder: 90\n---\n',
    says: /pas de texte sous l’en-tête/,
    mend: /seconde ligne/,
  },
  {
    name: 'forgets the space of a heading',
    file: 'legal/terms.md',
    from: END,
    to: '\n\n##Divers {#divers}\n',
    at: '##Divers',
    says: /avec ses dièses/,
    mend: /## Titre/,
  },
  {
    name: 'underlines a heading',
    file: 'legal/terms.md',
    from: END,
    to: '\n\nDivers\n======\n',
    at: 'Divers',
    says: /en font un titre/,
    mend: /## Titre/,
  },
  {
    name: 'links with a name for the address',
    file: 'faq/livraison.md',
    from: END,
    to: '\n\nVoir [la page][livraison].\n\n[livraison]: /nullepart\n',
    at: '[livraison]:',
    says: /« \/nullepart » mène à une page qui n’existe pas/,
    mend: /la plus proche/,
  },
  {
    name: 'puts a space inside a link',
    file: 'faq/livraison.md',
    from: END,
    to: '\n\n[Livraison] (/shipping)\n',
    at: '[Livraison] (',
    says: /une espace défait ce lien/,
    mend: /sans espace/,
  },
  {
    name: 'leaves a link open',
    file: 'faq/livraison.md',
    from: END,
    to: '\n\n[Envoi](/shipping\n',
    at: '[Envoi](',
    says: /n’est pas fermé/,
    mend: /parenthèse/,
  },
  {
    name: 'leaves the title of an item out',
    file: 'pages/about.yaml',
    from: /^ {4}items:\n/m,
    to: '    items:\n      - text: "Un texte."\n',
    at: '- text: "Un texte."',
    says: /« title » manque/,
    mend: /Titre de l’élément/,
  },
  {
    name: 'leads to a script',
    file: 'exhibitions/lyon.yaml',
    to: 'title: "Salon"\nstart: 2027-05-01\nend: 2027-05-01\nplace: "Lyon"\ndiscipline: "Dressage"\nwebsite: "javascript:alert(1)"\n',
    at: 'website:',
    says: /« website » ne convient pas/,
    mend: /commence par https/,
  },
  {
    name: 'gives too many stars',
    file: 'testimonials/etoiles.yaml',
    to: 'order: 90\nstars: 6\ntext: "Léger."\ninitials: "AB"\nname: "A. B."\ntitle: "Dressage"\nexample: true\n',
    at: 'stars:',
    says: /« stars » ne convient pas/,
    mend: /^Écrivez un nombre de 1 à 5\.$/,
  },
  {
    name: 'writes a title that is too long',
    file: 'pages/faq.yaml',
    from: /^title: .*$/m,
    to: 'title: "Questions fréquentes : commande, délais de fabrication, retours – Hera"',
    at: 'title: "Questions',
    says: /le titre a \d+ signes/,
    mend: /au plus 60/,
  },
  {
    name: 'writes a description that is too short',
    file: 'pages/faq.yaml',
    from: /^description: .*$/m,
    to: 'description: "Huit réponses sur les tapis et bonnets."',
    at: 'description:',
    says: /la description a 39 signes/,
    mend: /au moins 90/,
  },
  {
    name: 'copies the title of another page',
    file: 'pages/faq.yaml',
    from: /^title: .*$/m,
    to: lineOf('pages/contact.yaml', /^title: .*$/m),
    at: 'title:',
    says: /déjà celui de .*contact\.yaml/,
    mend: /que pour cette page/,
  },
  {
    name: 'gives two questions the same place',
    file: 'faq/retour.md',
    from: /^order: \d+$/m,
    to: lineOf('faq/paiement.md', /^order: \d+$/m),
    at: 'order:',
    says: /place \d+ est déjà/,
    mend: /autre numéro/,
  },
  {
    name: 'types a straight apostrophe',
    file: 'legal/cookies.md',
    from: END,
    to: "\n\nC'est tout.\n",
    at: "C'est tout",
    says: /apostrophe droite/,
    mend: /’/,
  },
  {
    name: 'types straight quotes',
    file: 'faq/commander.md',
    from: END,
    to: '\n\nLe "devis".\n',
    at: 'Le "devis"',
    says: /guillemet droit/,
    mend: /« et »/,
  },
  {
    name: 'leaves two spaces',
    file: 'faq/commander.md',
    from: END,
    to: '\n\nLe  devis.\n',
    at: 'Le  devis',
    says: /deux espaces/,
    mend: /une/,
  },
  {
    name: 'raises the voice',
    file: 'pages/home.yaml',
    from: /(?<=text: \|\n {6})/,
    to: 'Enfin ! ',
    at: 'Enfin !',
    says: /exclamation/,
    mend: /point/,
  },
  {
    name: 'retouches a text of the law',
    file: 'legal/terms.md',
    from: /sans frais et sans inconvénient majeur pour lui/,
    to: 'sans frais ni inconvénient majeur pour lui',
    at: 'class="statutory-box"',
    says: /encadré des garanties/,
    mend: /mot pour mot/,
  },
  {
    name: 'removes a section that the law asks for',
    file: 'legal/privacy.md',
    from: /^.*\{#modifications\}$/m,
    to: '',
    says: /« modifications » manque/,
    mend: /Remettez-la/,
  },
  {
    name: 'invents a VAT regime',
    file: 'company.yaml',
    from: /^regime_tva: .*$/m,
    to: 'regime_tva: exonéré',
    at: 'regime_tva',
    says: /« exonéré » n’est pas un régime/,
    mend: /assujetti ou franchise/,
  },
  {
    name: 'removes a line of the identity',
    file: 'company.yaml',
    from: /^directeur_publication: .*\n/m,
    to: '',
    at: '# L’identité',
    says: /la ligne « directeur_publication » manque/,
    mend: /directeur_publication: ""/,
  },
]

const NEEDED = [
  'company.yaml',
  'facts.yaml',
  'legal/_formulaire-retractation.md',
  'legal/terms.md',
  'pages/merci.yaml',
  'pictures.yaml',
]

let content: ContentFolder
let folder = ''
beforeEach(() => {
  content = contentFolder()
  folder = content.folder
})
afterEach(() => content.remove())

/** The findings in the copy. */
const check = () => checkTexts(content.folder, content.pictures)

it('finds nothing wrong with texts that are right', () => {
  expect(check().map(sentence)).toEqual([])
})

it('ends with 1 and one line a finding, file and line first', () => {
  const path = join(folder, 'company.yaml')
  const wrong = readFileSync(path, 'utf8').replace(/^regime_tva: .*$/m, 'regime_tva: exonéré')
  writeFileSync(path, wrong)
  const line = wrong.slice(0, wrong.indexOf('regime_tva')).split('\n').length
  const { status, stdout } = spawnSync(process.execPath, ['src/check/content-command.ts', folder], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stdout).toContain(
    `${path}:${line} : regime_tva : « exonéré » n’est pas un régime connu. Écrivez par exemple assujetti ou franchise.`,
  )
})

describe('a copywriter', () => {
  for (const mistake of MISTAKES)
    it(mistake.name, () => {
      const path = join(folder, mistake.file)
      const line = make(mistake, path)
      const findings = check().filter(({ file }) => file === path)
      expect(findings.map(sentence)).toHaveLength(1)
      const [finding] = findings
      expect(finding).toMatchObject({ file: path, line })
      expect(finding?.what).toMatch(mistake.says)
      expect(finding?.mend).toMatch(mistake.mend)
    })
})

it('names a file of another encoding, with the line of its first foreign sign', () => {
  const path = join(folder, 'faq/retour.md')
  const text = readFileSync(path, 'utf8')
    .replace(/[^\0-\x7F]/g, 'e')
    .replace(END, '\n\nOu.\n')
  const LAST = /Ou(?=\.\n$)/
  const line = text.split('\n').length - 1
  const says = (at: number) => expect.stringContaining(`retour.md:${at} : ce fichier n’est pas en UTF-8.`)
  for (const foreign of [Buffer.from(text.replace(LAST, 'Où'), 'latin1'), text.replace(LAST, 'O\uFFFD')]) {
    writeFileSync(path, foreign)
    expect(check().map(sentence)).toEqual([says(line)])
  }
  for (const mark of ['', '\uFEFF']) {
    writeFileSync(path, `${mark}${text}`, 'utf16le')
    expect(check().map(sentence)).toEqual([says(1)])
  }
})

it('takes a link to a form that is filled in for one to its page', () => {
  const path = join(folder, 'faq/livraison.md')
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n[Commander](/contact?subject=commande#horaires)\n`)
  expect(check().map(sentence)).toEqual([])
})

it('holds back a build for a related page that is not there, and for what is no page', () => {
  const path = join(folder, 'legal/shipping.md')
  const right = readFileSync(path, 'utf8')
  for (const href of ['/nullepart', '"#frais"', '/terms#garanties', 'https://exemple.fr/']) {
    writeFileSync(path, right.replace(/^related:$/m, `related:\n  - ${href}`))
    expect(check().filter(({ breaks }) => breaks)).toMatchObject([
      { file: path, what: expect.stringMatching(/« related » ne convient pas|n’existe pas/) },
    ])
  }
})

it('looks at no hidden file among the pictures', () => {
  writeFileSync(join(content.pictures, '.DS_Store'), '')
  expect(check().map(sentence)).toEqual([])
})

it('takes a file as any program saves it: with a mark at its start, and with the line ends of Windows', () => {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\./.test(name))) {
    const path = join(folder, entry)
    writeFileSync(path, `\uFEFF${readFileSync(path, 'utf8').replaceAll('\n', '\r\n')}`)
  }
  expect(check().map(sentence)).toEqual([])
})

it('names each file without which the site cannot be built', () => {
  for (const file of NEEDED) rmSync(join(folder, file))
  expect(check().map(sentence)).toEqual(
    NEEDED.map((file) => `${join(folder, file)}:1 : ce fichier manque. Remettez-le, sous ce nom et dans ce dossier.`),
  )
})

/** Makes a mistake and says on which line. */
function make({ from, to, at }: Mistake, path: string): number {
  mkdirSync(dirname(path), { recursive: true })
  const before = from === undefined ? '' : readFileSync(path, 'utf8')
  if (from !== undefined) expect(before).toMatch(from)
  const after = from === undefined ? to : before.replace(from, to)
  writeFileSync(path, after)
  return at === undefined ? 1 : after.split('\n').findIndex((text) => text.includes(at)) + 1
}
