import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkTexts } from '../../src/check/check-content.ts'
import { sentence } from '../../src/check/finding.ts'
import { contentFolder } from './content-folder.ts'

const END = /\s*$/
const NEEDED = [
  'company.yaml',
  'facts.yaml',
  'legal/_formulaire-retractation.md',
  'legal/terms.md',
  'pages/merci.yaml',
  'pictures.yaml',
]

const content = contentFolder()
const { folder } = content

const check = () => checkTexts(content.folder, content.pictures)

it('reports nothing for the texts of the site', () => {
  expect(check().map(sentence)).toEqual([])
})

it.each([
  ['no text promises an answer on days that do not count', /\{\{ delai_reponse \}\}(?!, \{\{ hors_jours_fermes \}\})/],
  ['no text elides a word before a placeholder, because its value may change', /\p{L}’\{\{/u],
])('%s', (_, wrong) => {
  // The guide shows placeholders on their own.
  const files = globSync('src/content/**/*.{md,yaml}', { exclude: (file) => file.endsWith('LISEZMOI.md') })
  expect(files.length, 'text files').toBeGreaterThan(50)
  expect(files.filter((file) => wrong.test(readFileSync(file, 'utf8')))).toEqual([])
})

it('exits with 1 and prints one line per finding, with file and line first', () => {
  const path = join(folder, 'company.yaml')
  const wrong = readFileSync(path, 'utf8').replace(/^regime_tva: .*$/m, 'regime_tva: exonéré')
  writeFileSync(path, wrong)
  const line = wrong.slice(0, wrong.indexOf('regime_tva')).split('\n').length
  const { status, stdout } = content.command()
  expect(status, 'exit code').toBe(1)
  expect(stdout).toContain(
    `src/content/company.yaml:${line} : regime_tva : « exonéré » n’est pas un régime connu. Écrivez par exemple assujetti ou franchise.`,
  )
})

it('prints the findings, not a crash, if the values of the guide cannot be read', () => {
  const path = join(folder, 'facts.yaml')
  writeFileSync(path, `${readFileSync(path, 'utf8')}<<<<<<< HEAD\nprix_bonnet: 60 €\n=======\n>>>>>>> autre\n`)
  const { status, stdout, stderr } = content.command()
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
  expect(stdout).toContain('src/content/facts.yaml')
  expect(stdout).toContain('deux versions de ce passage attendent votre choix')
})

it('reports a file that is not UTF-8, with the line of its first invalid character', () => {
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

it.each(['/contact?subject=commande#horaires', 'mailto:nom@exemple.fr?subject=Visite'])(
  'accepts a link with values filled in: %s',
  (href) => {
    const path = join(folder, 'faq/livraison.md')
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n[Commander](${href})\n`)
    expect(check().map(sentence)).toEqual([])
  },
)

it('accepts footnotes in a legal text and a single line that starts with a dash', () => {
  const path = join(folder, 'legal/shipping.md')
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n– Bonjour.\n\nUn tapis[^1].\n\n[^1]: La note.\n`)
  expect(check().map(sentence)).toEqual([])
})

it('accepts paragraphs between quotes, whose indent YAML removes', () => {
  const page = 'pages/about.yaml'
  content.write(page, content.read(page).replace(/text: \|\n {6}(.*)\n/, 'text: "$1\n\n      Et rien d’autre."\n'))
  expect(content.read(page)).toContain('\n\n      Et rien d’autre."')
  expect(check().map(sentence)).toEqual([])
})

it('reports a piece and a model that the quote form does not offer', () => {
  for (const file of ['models/elegance.yaml', 'products/tapis.yaml'])
    content.write(file.replace(/\w+\.yaml/, 'trot.yaml'), content.read(file))
  const found = check().filter(({ what }) => what.includes('devis'))
  expect(found.map(sentence)).toEqual(
    ['models', 'products'].map(
      (kind) =>
        `${join(folder, kind, 'trot.yaml')}:1 : le formulaire de devis ne propose pas « trot » : une demande ne pourrait pas le nommer. Faites ajouter ce choix par qui programme le site (src/forms/quote.ts), puis ses mots dans forms/quote.yaml.`,
    ),
  )
})

it('reports a piece and a model that the quote form offers although their file is gone', () => {
  for (const file of ['models/grand-sport.yaml', 'products/bonnet.yaml']) rmSync(join(folder, file))
  const found = check().filter(({ what }) => what.includes('formulaire'))
  const lines = content.read('forms/quote.yaml').split('\n')
  expect(found.map(sentence)).toEqual(
    [
      ['bonnet', 'products'],
      ['grand_sport', 'models'],
    ].map(
      ([option, kind]) =>
        `${join(folder, 'forms/quote.yaml')}:${lines.findIndex((line) => line.includes(`${option}: "`)) + 1} : ce formulaire propose encore « ${option} », qui n’est plus dans ${kind}/. Remettez-y son fichier, ou faites retirer ce choix par qui programme le site (src/forms/quote.ts).`,
    ),
  )
})

it('stops the build for a related page that does not exist or is not a page', () => {
  const path = join(folder, 'legal/shipping.md')
  const right = readFileSync(path, 'utf8')
  for (const href of ['/nullepart', '"#frais"', '/terms#garanties', 'https://exemple.fr/']) {
    writeFileSync(path, right.replace(/^related:$/m, `related:\n  - ${href}`))
    expect(check().filter(({ breaks }) => breaks)).toMatchObject([
      { file: path, what: expect.stringMatching(/« related » ne convient pas|n’existe pas/) },
    ])
  }
})

it('ignores hidden files among the pictures', () => {
  writeFileSync(join(content.pictures, '.DS_Store'), '')
  expect(check().map(sentence)).toEqual([])
})

it('accepts files with a byte order mark and Windows line endings', () => {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\./.test(name))) {
    const path = join(folder, entry)
    writeFileSync(path, `\uFEFF${readFileSync(path, 'utf8').replaceAll('\n', '\r\n')}`)
  }
  expect(check().map(sentence)).toEqual([])
})

it('reports each missing file that the build needs', () => {
  for (const file of NEEDED) rmSync(join(folder, file))
  expect(check().map(sentence)).toEqual(
    NEEDED.map((file) => `${join(folder, file)}:1 : ce fichier manque. Remettez-le, sous ce nom et dans ce dossier.`),
  )
})
