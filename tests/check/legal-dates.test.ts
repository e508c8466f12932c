import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { readSources } from '../../src/check/reading/sources.ts'
import { checkLegalDates } from '../../src/check/rules/check-legal-dates.ts'
import { contentFolder } from './content-folder.ts'

const { folder, read, write } = contentFolder()
const FILE = 'legal/shipping.md'
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@t', ...words], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, GIT_COMMITTER_DATE: '2030-05-20T12:00:00Z' },
  })
const found = () => checkLegalDates(readSources(folder), folder)

it('a legal text that has changed has a new date', () => {
  const dated = (day: string) => write(FILE, read(FILE).replace(/^updated: .*$/m, `updated: ${day}`))
  const commitChange = (text: string) => {
    write(FILE, `${read(FILE)}\n${text}\n`)
    git('commit', '-am', text)
  }
  dated('2030-05-03')
  expect(found(), 'without git').toEqual([])
  git('init')
  git('add', '.')
  git('commit', '-m', 'all texts')
  expect(found(), 'first commit').toEqual([])
  commitChange('Les colis lourds partent à part.')
  expect(found()).toMatchObject([
    { file: `${folder}/${FILE}`, what: 'ce texte a changé, et se dit du 3 mai 2030.', breaks: true },
  ])
  dated('2030-05-18')
  commitChange('Et les légers ensemble.')
  expect(found(), 'dated').toEqual([])
  commitChange('Ou à part.')
  expect(found(), 'corrected within the week').toEqual([])
  dated('18/05/2030')
  expect(found(), 'no date, which another rule reports').toEqual([])
})
