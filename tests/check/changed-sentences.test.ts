import { execFileSync } from 'node:child_process'
import { beforeEach, expect, it } from 'vitest'
import { occurrences } from '../../src/build/preview/occurrences.ts'
import { committedSources } from '../../src/check/reading/committed.ts'
import { readSources } from '../../src/check/reading/sources.ts'
import { changedSentences, shownText } from '../../src/check/tools/changed-sentences.ts'
import { contentFolder } from './content-folder.ts'

const content = contentFolder()
beforeEach(() => {
  const git = (...command: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@exemple.fr', ...command], { cwd: content.folder })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Textes')
})

const changes = () => changedSentences(committedSources(content.folder), readSources(content.folder))

it('returns no sentence for committed texts and each new sentence after an edit', () => {
  expect(changes()).toEqual([])
  content.write('faq/retour.md', `${content.read('faq/retour.md').trimEnd()}\n\nUne **phrase**. Une autre.\n`)
  expect(changes()).toEqual(['Une phrase.', 'Une autre.'])
})

it('returns no name of a piece or of a kind of section, which a page does not show', () => {
  content.write('models/trot.yaml', 'name: "Trot"\npiece: tapis\n')
  content.write('pages/entretien.yaml', 'sections:\n  gestes:\n    kind: liste\n')
  expect(changes()).toContain('Trot')
  expect(changes().filter((sentence) => ['tapis', 'liste'].includes(sentence))).toEqual([])
})

it('returns each sentence that shows a changed fact', () => {
  content.write('facts.yaml', content.read('facts.yaml').replace(/^frais_france: .*$/m, 'frais_france: 18 €'))
  expect(changes().filter((sentence) => /18\s€/.test(sentence)).length, 'sentences with 18 €').toBeGreaterThan(2)
  expect(changes().join()).not.toMatch(/15\s€/)
})

it('finds a sentence of Markdown on the page, even across elements', () => {
  expect(shownText('## Un **mot** et [un lien](/contact) {#ancre}')).toEqual(['Un mot et un lien'])
  expect(shownText('| France | 15 € |')).toEqual(['France', '15 €'])
  expect(shownText('|---|---|')).toEqual([])
  const text = 'Avant.\n  Un mot\n et un lien. Après'
  expect(
    occurrences(text, ['Un mot et un lien.', 'absent', '(1+1)']).map(([start, end]) => text.slice(start, end)),
  ).toEqual(['Un mot\n et un lien.'])
})
