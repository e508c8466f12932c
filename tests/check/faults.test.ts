import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { checkTexts } from '../../src/check/check-content.ts'
import { latestToday } from '../../src/check/reading/committed.ts'
import { factsOf } from '../../src/check/reading/facts-of.ts'
import { readSources, sourceOf } from '../../src/check/reading/sources.ts'
import { coverFaults } from '../../src/check/reading/yaml-faults.ts'
import { checkDates } from '../../src/check/rules/check-dates.ts'
import { checkFactValues } from '../../src/check/rules/check-fact-values.ts'
import { contentFolder } from './content-folder.ts'

const content = contentFolder()
const TODAY = '2026-11-23'
const check = () => checkTexts(content.folder, content.pictures)
const linesOf = (file: string) =>
  check()
    .filter((finding) => finding.file.endsWith(file))
    .map(({ line, what }) => `${line} ${what}`)

it('a YAML error hides no other mistake in its file or in another file', () => {
  const page = content.read('pages/faq.yaml')
  const broken = page
    .replace(/^title: .*$/m, 'title: "Questions')
    .replace(/(?<=^ {2}suite:\n) {4}title: .*$/m, "    title: 'C''est \"ici\" <o:p>'")
  const at = broken.split('\n').findIndex((line) => line.includes('<o:p>')) + 1
  content.write('pages/faq.yaml', broken)
  content.write('faq/retour.md', content.read('faq/retour.md').replace(/^order:/m, 'ordre:'))
  expect(linesOf('pages/faq.yaml')).toEqual([
    '1 il manque le guillemet droit qui ferme ce texte.',
    `${at} « <o:p> » vient d’un traitement de texte.`,
    `${at} une apostrophe droite.`,
    `${at} un guillemet droit dans le texte.`,
  ])
  expect(linesOf('faq/retour.md')).toEqual([expect.stringContaining('« ordre » n’est pas une clé')])
})

it('reports two YAML errors of one file', () => {
  const page = content.read('pages/faq.yaml')
  content.write('pages/faq.yaml', page.replace(/^title: .*$/m, 'title: Oui : non').replace(/^ {2}suite:/m, '\tsuite:'))
  expect(linesOf('pages/faq.yaml')).toEqual([
    expect.stringContaining('« : » sans guillemets'),
    expect.stringContaining('tabulation'),
  ])
})

it.each([
  ['a section written twice', 'a:\n  t: "A"\n  u: "B"\na:\n  t: "A"\n  u: "B"\n', '4 cette clé est écrite deux fois'],
  ['a paragraph with less indent', 'a: |\n  Un.\n\n Deux.\n', '4 le retrait n’est pas celui'],
  ['a paragraph without indent', 'a: |\n  Un.\n\nDeux.\nb: "C"\n', '4 cette ligne ne se rattache à rien'],
])('reports %s once, on its line', (_, text, says) => {
  const { faults } = coverFaults(sourceOf('a.yaml', 'a.yaml', text))
  expect(faults.map(({ line, what }) => `${line} ${what}`)).toEqual([expect.stringContaining(says)])
})

it('requires a new date for a legal text only if its words changed since the last version', () => {
  const text = (updated: string, words: string, heading = 'Presse', lead = 'Pour vous.') => {
    const head = `---\nheading: "${heading}"\nupdated: ${updated}\nlead: "${lead}"\n---`
    return sourceOf('legal/presse.md', 'legal/presse.md', `${head}\n\n${words}\n`)
  }
  const before = text('2026-11-02', 'Tout est là.')
  expect(checkDates([text('2026-11-02', 'Tout est  là.')], TODAY, [before]), 'the same words').toEqual([])
  expect(checkDates([text(TODAY, 'Rien n’est là.')], TODAY, [before]), 'other words with another date').toEqual([])
  const today = text(TODAY, 'Tout est là.')
  expect(checkDates([text(TODAY, 'Rien n’est là.')], TODAY, [today]), 'a second change on the same day').toEqual([])
  for (const changed of [['Rien n’est là.'], ['Tout est là.', 'Médias'], ['Tout est là.', 'Presse', 'Pour tous.']])
    expect(checkDates([text('2026-11-02', ...(changed as [string]))], TODAY, [before]), changed.join()).toMatchObject([
      { line: 3, what: expect.stringContaining('« updated » dit encore 2026-11-02'), mend: `Écrivez ${TODAY}.` },
    ])
})

it('compares a legal text with its last committed version', () => {
  const git = (...command: string[]) =>
    spawnSync('git', ['-c', 'user.name=Hera', '-c', 'user.email=hera@exemple.fr', ...command], {
      cwd: dirname(content.folder),
    })
  content.write('legal/shipping.md', content.read('legal/shipping.md').replace(/^updated: .*$/m, 'updated: 2026-11-02'))
  for (const command of [['init'], ['add', '.'], ['commit', '-m', 'Textes']]) git(...command)
  expect(linesOf('legal/shipping.md')).toEqual([])
  content.write('legal/shipping.md', content.read('legal/shipping.md').replace(/\s*$/, '\n\nEt voilà.\n'))
  expect(linesOf('legal/shipping.md')).toEqual([expect.stringContaining('le texte a changé')])
})

it('reports future dates of legal texts and testimonials and distant dates of events', () => {
  const dated = (path: string, text: string) => sourceOf(path, path, text)
  const sources = [
    dated('legal/presse.md', '---\nupdated: 2062-11-21\n---\n\nTout.\n'),
    dated('exhibitions/lyon.yaml', 'start: 2062-05-01\nend: 2062-05-02\n'),
    dated('testimonials/a.yaml', 'date: 2026-11-24\n'),
  ]
  expect(checkDates(sources, TODAY, []).map(({ file, what }) => `${file} ${what}`)).toEqual([
    'legal/presse.md le 2062-11-21 est à venir.',
    'exhibitions/lyon.yaml le 2062-05-01 est trop loin.',
    'exhibitions/lyon.yaml le 2062-05-02 est trop loin.',
    'testimonials/a.yaml le 2026-11-24 est à venir.',
  ])
})

it('accepts every value that it suggests for an invalid fact', () => {
  const files = ['facts.yaml', 'company.yaml']
  const facts = readSources(content.folder)
    .filter(({ path }) => files.includes(path))
    .flatMap(factsOf)
  const said = (fact: (typeof facts)[number]) => checkFactValues([fact], TODAY).map(({ mend }) => mend)
  const told = facts.flatMap((fact) =>
    ['§', '0', '900 ans'].flatMap((value) => said({ ...fact, value }).map((mend) => ({ fact, mend }))),
  )
  expect(told.length, 'suggested values').toBeGreaterThan(60)
  for (const { fact, mend } of told) {
    const example = mend.replace(/^Écrivez (?:par exemple |de )?/, '').replace(/ \(.*\)\.$|\.$/, '')
    const ways =
      fact.name.startsWith('delai') || !/adresse/.test(fact.name)
        ? example.split(/, | ou | à (?=\d[\d ]* ?(?:kg|g|€|%|pixels|ans)?$)/)
        : [example]
    for (const value of ways.map((way) => way.replace(/ au (?:plus|moins)$/, '')))
      expect(said({ ...fact, value }), `${fact.name}: ${value}`).toEqual([])
  }
})

it.each([
  ['the clock, the day after a commit', '2026-11-22', TODAY],
  ['the last commit, if the clock is slow', '2026-11-24', '2026-11-24'],
  ['a year from now, without a commit', undefined, '2027-11-23'],
])('the latest day that a text may call today is that of %s', (_, committed, day) => {
  expect(latestToday(committed, new Date(`${TODAY}T12:00:00Z`))).toBe(day)
})
