import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { readSources } from '../../src/check/reading/sources.ts'
import { checkLegalDates } from '../../src/check/rules/check-legal-dates.ts'
import { contentFolder } from './content-folder.ts'

const { folder, read, write } = contentFolder()
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@t', ...words], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, GIT_COMMITTER_DATE: '2030-05-20T12:00:00Z' },
  })
const found = (today = '2030-05-20') => checkLegalDates(readSources(folder), folder, today)

it('a legal text that has changed has a new date', () => {
  const file = 'legal/shipping.md'
  write(file, read(file).replace(/^updated: .*$/m, 'updated: 2030-05-03'))
  expect(found(), 'without git').toEqual([])
  git('init')
  git('commit', '--allow-empty', '-m', 'before')
  git('add', '.')
  git('commit', '-m', 'all texts')
  git('commit', '--allow-empty', '-m', 'after')
  expect(found(), 'unchanged').toEqual([])
  write(file, `${read(file)}\nLes colis lourds partent à part.\n`)
  const late = [{ file: `${folder}/${file}`, what: 'ce texte a changé, et se dit du 3 mai 2030.', breaks: true }]
  expect(found(), 'not yet committed').toMatchObject(late)
  git('commit', '-am', 'change')
  expect(found(), 'committed').toMatchObject(late)
  write(file, read(file).replace('2030-05-03', '2030-05-20'))
  expect(found(), 'dated').toEqual([])
  write(file, read(file).replace('2030-05-20', '2030-05-18'))
  git('commit', '-am', 'dated two days before')
  write(file, `${read(file)}\nEt les légers ensemble.\n`)
  git('commit', '-am', 'corrected within the week')
  expect(found('2031-05-20'), 'a year later').toEqual([])
})
