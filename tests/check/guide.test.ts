import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkGuide, writeGuide } from '../../src/check/check-guide.ts'
import { SECTIONS } from '../../src/content.sections.ts'

const guide = readFileSync('src/content/LISEZMOI.md', 'utf8')
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hera-guide-'))
  cpSync('src/content', folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('tells where each text of a page is', () => {
  for (const id of Object.keys(SECTIONS)) expect(guide).toContain(`pages/${id}.yaml`)
  for (const path of globSync('src/content/*.yaml')) expect(guide).toContain(basename(path))
  for (const path of globSync('src/content/*/')) expect(guide).toContain(`${basename(path)}/`)
})

it('shows every value as it is, and writes the table anew when one changes', () => {
  expect(checkGuide(folder)).toEqual([])
  const facts = join(folder, 'facts.yaml')
  writeFileSync(facts, readFileSync(facts, 'utf8').replace(/^poids_tapis: .*$/m, 'poids_tapis: 320 g'))
  expect(checkGuide(folder)).toMatchObject([{ file: join(folder, 'LISEZMOI.md'), mend: /--guide/ }])
  writeGuide(folder)
  expect(checkGuide(folder)).toEqual([])
  expect(readFileSync(join(folder, 'LISEZMOI.md'), 'utf8')).toContain(
    '| `{{ poids_tapis }}` | 320\u00A0g | facts.yaml |',
  )
})

it('is written anew also where lines end as on Windows', () => {
  for (const name of ['LISEZMOI.md', 'facts.yaml', 'company.yaml']) {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'))
  }
  expect(checkGuide(folder)).toEqual([])
  const path = join(folder, 'LISEZMOI.md')
  writeFileSync(path, readFileSync(path, 'utf8').replace('| 310\u00A0g |', '| 320\u00A0g |'))
  expect(checkGuide(folder)).toHaveLength(1)
  writeGuide(folder)
  expect(checkGuide(folder)).toEqual([])
})

it('gives examples that the check accepts', async () => {
  const { checkTexts } = await import('../../src/check/check-content.ts')
  const blocks = [...guide.matchAll(/```\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  const files = [
    'faq/entretien.md',
    'exhibitions/salon.yaml',
    'saddleries/sellerie.yaml',
    'testimonials/nouveau.yaml',
    'pages/entretien.yaml',
  ]
  expect(blocks).toHaveLength(files.length)
  for (const [index, file] of files.entries()) writeFileSync(join(folder, file), blocks[index] ?? '')
  // Their places may be taken by now.
  const found = checkTexts(folder).filter(({ file }) => files.some((each) => file.endsWith(each)))
  expect(found.filter(({ what }) => !/^la place/.test(what))).toEqual([])
})
