import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkTexts } from '../../src/check/check-content.ts'
import { sentence } from '../../src/check/finding.ts'
import { COMMON } from './common-mistakes.ts'
import { contentFolder } from './content-folder.ts'
import { FURTHER } from './further-mistakes.ts'
import { SLIPS } from './slips.ts'

const content = contentFolder()
beforeEach(() => {
  const company = content.read('company.yaml').replace(/^email: .*$/m, 'email: maison@exemple.fr')
  content.write('company.yaml', company)
})

/** Makes a mistake and gives the file as it is then. */
function make({ file, from, to }: { file: string; from?: RegExp | undefined; to: string }) {
  const path = join(content.folder, file)
  mkdirSync(dirname(path), { recursive: true })
  const before = from === undefined ? '' : readFileSync(path, 'utf8')
  if (from !== undefined) expect(before).toMatch(from)
  const text = from === undefined ? to : before.replace(from, () => to)
  writeFileSync(path, text)
  return { path, text }
}

/** What the check says of a file: one finding for one mistake, and never none. */
function onlyFindingOf(path: string) {
  const findings = checkTexts(content.folder, content.pictures).filter(({ file }) => file === path)
  expect(findings.map(sentence)).toHaveLength(1)
  return findings[0]
}

it('holds more than a hundred and twenty mistakes, none of them twice', () => {
  const names = [...COMMON, ...FURTHER, ...SLIPS].map(({ name }) => name)
  expect(names.length).toBeGreaterThanOrEqual(120)
  expect(new Set(names).size).toBe(names.length)
})

describe('a copywriter', () => {
  it.each(COMMON)('$name', (mistake) => {
    const { path, text } = make(mistake)
    const { at } = mistake
    const line = at === undefined ? 1 : text.split('\n').findIndex((each) => each.includes(at)) + 1
    const finding = onlyFindingOf(path)
    expect(finding).toMatchObject({ line })
    expect(finding?.what).toMatch(mistake.says)
    expect(finding?.mend).toMatch(mistake.mend)
  })

  it.each([...FURTHER, ...SLIPS])('$name', (mistake) => {
    const { path } = make(mistake)
    const finding = onlyFindingOf(path)
    const said = `${finding?.what} ${finding?.mend}`.replaceAll('\u00A0', ' ').replace(`${content.folder}/`, '')
    expect(said).toBe(mistake.says)
  })
})
