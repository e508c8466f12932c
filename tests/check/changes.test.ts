import { execFileSync, spawnSync } from 'node:child_process'
import { beforeEach, expect, it } from 'vitest'
import { occurrences } from '../../src/build/preview/occurrences.ts'
import { committedSources } from '../../src/check/reading/committed.ts'
import { readSources } from '../../src/check/reading/sources.ts'
import { changesBetween, shownText } from '../../src/check/tools/changes.ts'
import { contentFolder } from './content-folder.ts'

const content = contentFolder()
beforeEach(() => {
  const git = (...command: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@exemple.fr', ...command], { cwd: content.folder })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Textes')
})

const changes = () => changesBetween(committedSources(content.folder), readSources(content.folder))
const diff = () =>
  spawnSync(process.execPath, ['src/check/tools/content-command.ts', content.folder, '--diff'], { encoding: 'utf8' })

it('finds no change in texts that are as they were committed', () => {
  expect(changes()).toEqual([])
  expect(diff()).toMatchObject({ status: 0, stdout: expect.stringContaining('Rien ne change') })
})

it('shows a sentence before and after, and the pages where it is read', () => {
  content.write('faq/retour.md', `${content.read('faq/retour.md').trimEnd()}\n\nUne phrase. Une autre.\n`)
  expect(changes()).toMatchObject([{ pages: ['/faq'], before: [], after: ['Une phrase.', 'Une autre.'] }])
  content.write(
    'pages/contact.yaml',
    content.read('pages/contact.yaml').replace(/(?<=^ {2}hero:\n(?:.*\n)*? {4}title: ).*$/m, '"Autrement"'),
  )
  expect(changes()[1]).toMatchObject({ pages: ['/contact'], before: [expect.any(String)], after: ['Autrement'] })
  const { stdout } = diff()
  expect(stdout).toMatch(/avant +│ après\n +\(nouveau\) +│ Une phrase\.\n/)
  expect(stdout).toContain('│ Autrement')
  expect(stdout).toContain('3 phrases changent')
})

it('shows every page on which a changed value is read', () => {
  content.write('facts.yaml', content.read('facts.yaml').replace(/^frais_france: .*$/m, 'frais_france: 18 €'))
  const found = changes()
  expect(new Set(found.flatMap(({ pages }) => pages))).toEqual(new Set(['/faq', '/shipping', '/terms']))
  for (const { before, after } of found) {
    expect(before.join()).toContain('15 €')
    expect(after.join()).toContain('18 €')
  }
})

it('names header and footer as every page, and a file that is gone', () => {
  content.write(
    'pages/footer.yaml',
    content.read('pages/footer.yaml').replace(/(?<=^ {2}horaires:\n(?: {4}.*\n)*? {4}title: ).*$/m, '"Nos heures"'),
  )
  expect(changes()).toMatchObject([{ pages: ['toutes les pages'], after: ['Nos heures'] }])
})

it('says so where nothing was ever committed', () => {
  execFileSync('rm', ['-rf', '.git'], { cwd: content.folder })
  expect(diff()).toMatchObject({ status: 1, stderr: expect.stringContaining('pas encore de commit') })
})

it('finds on a page what Markdown says, across its elements', () => {
  expect(shownText('## Un **mot** et [un lien](/contact) {#ancre}')).toEqual(['Un mot et un lien'])
  expect(shownText('| France | 15 € |')).toEqual(['France', '15 €'])
  expect(shownText('|---|---|')).toEqual([])
  const text = 'Avant.\n  Un mot\n et un lien. Après'
  expect(
    occurrences(text, ['Un mot et un lien.', 'absent', '(1+1)']).map(([start, end]) => text.slice(start, end)),
  ).toEqual(['Un mot\n et un lien.'])
})
