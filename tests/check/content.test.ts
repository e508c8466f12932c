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

/** The findings in the copy. */
const check = () => checkTexts(content.folder, content.pictures)

it('finds nothing wrong with texts that are right', () => {
  expect(check().map(sentence)).toEqual([])
})

it.each([
  ['promises an answer nowhere without saying that Sundays do not count', /\{\{ delai_reponse \}\}(?!, hors dimanche)/],
  ['elides no word before a value, which may begin otherwise one day', /\p{L}’\{\{/u],
])('%s', (_, wrong) => {
  // The guide shows a value by itself.
  const files = globSync('src/content/**/*.{md,yaml}', { exclude: (file) => file.endsWith('LISEZMOI.md') })
  expect(files.length, 'files of texts').toBeGreaterThan(50)
  expect(files.filter((file) => wrong.test(readFileSync(file, 'utf8')))).toEqual([])
})

it('ends with 1 and one line a finding, file and line first', () => {
  const path = join(folder, 'company.yaml')
  const wrong = readFileSync(path, 'utf8').replace(/^regime_tva: .*$/m, 'regime_tva: exonéré')
  writeFileSync(path, wrong)
  const line = wrong.slice(0, wrong.indexOf('regime_tva')).split('\n').length
  const { status, stdout } = content.command()
  expect(status, 'exit code').toBe(1)
  expect(stdout).toContain(
    `${path}:${line} : regime_tva : « exonéré » n’est pas un régime connu. Écrivez par exemple assujetti ou franchise.`,
  )
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

it('takes notes at the foot of a legal text, and one line that begins with a dash', () => {
  const path = join(folder, 'legal/shipping.md')
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n– Bonjour.\n\nUn tapis[^1].\n\n[^1]: La note.\n`)
  expect(check().map(sentence)).toEqual([])
})

it('names a piece and a model that nobody can ask a quote for', () => {
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
