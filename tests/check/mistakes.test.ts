import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkContent } from '../../src/check/check-content.ts'
import { contentFolder } from './content-folder.ts'

type Mistake = Record<'file' | 'replace' | 'by' | 'says', string> & { at?: string; line?: number; warns?: boolean }

const mistakes: Mistake[] = parse(readFileSync('tests/check/mistakes.yaml', 'utf8'))
const sentences = readFileSync('tests/check/right.md', 'utf8').split('\n').filter(Boolean)
const { folder, pictures, read, write, edit, remove } = contentFolder()

const question = (text: string, order: number) => `---\nquestion: "Une question ?"\norder: ${order}\n---\n\n${text}\n`

it.each(mistakes)('$file: $says', async ({ file, replace, by, at, line, warns = false, says }) => {
  const before = read(file)
  const after = before.replace(new RegExp(replace, 'm'), by)
  expect(after, 'the text with its mistake').not.toBe(before)
  write(file, after)
  const found = await checkContent(folder, pictures)
  const here = found.filter((finding) => finding.file === `${folder}/${file}`)
  expect(here.map(({ what, mend }) => `${what} ${mend}`.slice(0, says.length))).toContain(says)
  expect(here[0]).toMatchObject({ breaks: !warns })
  const shown = at ?? by.split('\n').find(Boolean) ?? ''
  // Zero is any line.
  if (line !== 0) expect(here[0]?.line).toBe(line ?? after.split('\n').findIndex((each) => each.includes(shown)) + 1)
})

it('a page that links still lead to may not be renamed', async () => {
  write('legal/livraison.md', read('legal/shipping.md'))
  remove('legal/shipping.md')
  const found = await checkContent(folder, pictures)
  expect(found).toContainEqual(expect.objectContaining({ file: `${folder}/legal/returns.md`, breaks: true }))
})

it('a folder that a page shows may not be emptied', async () => {
  for (const file of readdirSync(`${folder}/models`)) remove(`models/${file}`)
  expect(await checkContent(folder, pictures)).toMatchObject([{ file: `${folder}/models`, what: 'il manque.' }])
})

it('a file in another encoding is named', async () => {
  write('faq/retour.md', Buffer.from(read('faq/retour.md').replaceAll('’', "'"), 'latin1'))
  expect(await checkContent(folder, pictures)).toMatchObject([{ what: 'les accents de ce fichier ne se lisent pas.' }])
})

it('a hundred right sentences of riders, saddlers and lawyers pass', async () => {
  for (const [index, sentence] of sentences.entries()) write(`faq/droit-${index}.md`, question(sentence, 100 + index))
  expect(sentences.length).toBeGreaterThanOrEqual(100)
  expect(await checkContent(folder, pictures)).toEqual([])
})

it('a right edit of each kind passes at first, however it was saved', async () => {
  edit('facts.yaml', /^frais_france: .*$/m, 'frais_france: 12,50€\nprix_essai: 1 280 €')
  edit('facts.yaml', /^horaires_samedi: .*$/m, 'horaires_samedi: 10 h - 17 h 30')
  edit('facts.yaml', /^delai_fabrication: .*$/m, 'delai_fabrication: 6 semaine')
  edit('facts.yaml', /^delai_retour: .*$/m, 'delai_retour: trente jours')
  edit('products/tapis.yaml', /^ {2}price: .*$/m, '  price: "à partir de {{ prix_essai }}"')
  write('faq/entretien.md', `\uFEFF${question('L\'eau froide, c\'est "tout".', 9).replaceAll('\n', '\r\n')}`)
  edit('testimonials/essai.yaml', /^example: true$/m, 'proof: "Dossier 3"\ndate: 2026-10-03\nexperience: 2026-09-01')
  write(
    'exhibitions/essai.yaml',
    'title: "Salon n° 3"\nstart: 2030-05-01\nend: 2030-05-03\nplace: Lyon\ndiscipline: CSO\n',
  )
  write(
    'saddleries/aigle.yaml',
    'name: L’Aigle\nregion: Orne\ndepartment: Orne (61)\naddress: 2 rue du Puits, 61300 L’Aigle\n',
  )
  edit('emails/accuse-contact.yaml', /^title: .*$/m, 'title: "Bien reçu !"')
  edit('legal/shipping.md', /$/, '\nLes colis de plus de 30 kg partent à part.\n')
  // Spaces of a prescribed text may differ.
  edit('legal/terms.md', /(<div class="statutory-box"[^>]*>)\s*/, '$1\n\n\n')
  expect(await checkContent(folder, pictures)).toEqual([])
})
