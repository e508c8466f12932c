import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { writeGuide } from '../../src/check/tools/write-guide.ts'
import { SECTIONS } from '../../src/model/sections.ts'
import { folder, scratchFolder } from '../scratch-folder.ts'

const guide = readFileSync('src/content/LISEZMOI.md', 'utf8')
scratchFolder()
beforeEach(() => {
  cpSync('src/content', folder, { recursive: true })
})

it('the guide names the file of each text', () => {
  for (const id of Object.keys(SECTIONS)) expect(guide).toContain(`pages/${id}.yaml`)
  for (const path of globSync('src/content/*.yaml')) expect(guide).toContain(basename(path))
  for (const path of globSync('src/content/*/')) expect(guide).toContain(`${basename(path)}/`)
})

/** Returns the guide before and after one fact was changed. */
function guideAfter(name: string, value: string): { before: string; after: string } {
  const [file, facts] = [join(folder, 'LISEZMOI.md'), join(folder, 'facts.yaml')]
  writeGuide(folder)
  const before = readFileSync(file, 'utf8')
  writeFileSync(facts, readFileSync(facts, 'utf8').replace(new RegExp(`^${name}: .*$`, 'm'), `${name}: ${value}`))
  writeGuide(folder)
  return { before, after: readFileSync(file, 'utf8') }
}
const row = '| `{{ poids_tapis }}` | 321\u00A0g | facts.yaml |'

it('writeGuide updates only the row of a changed fact', () => {
  const { before, after } = guideAfter('poids_tapis', '321 g')
  expect(before).not.toContain(row)
  const changed = after.split('\n').filter((line) => !before.split('\n').includes(line))
  expect(changed).toEqual([row])
})

it('writeGuide also works with Windows line endings', () => {
  for (const name of ['LISEZMOI.md', 'facts.yaml', 'company.yaml']) {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'))
  }
  expect(guideAfter('poids_tapis', '321 g').after).toContain(row)
})

it('the check accepts the examples in the guide', async () => {
  const { checkTexts } = await import('../../src/check/check-content.ts')
  const blocks = [...guide.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, kind, block]) =>
    kind ? [] : (block ?? ''),
  )
  const files = [
    'faq/entretien.md',
    'exhibitions/salon.yaml',
    'saddleries/sellerie.yaml',
    'testimonials/nouveau.yaml',
    'pages/entretien.yaml',
  ]
  expect(blocks, 'examples of whole files').toHaveLength(files.length)
  for (const [index, file] of files.entries()) writeFileSync(join(folder, file), blocks[index] ?? '')
  // The `order` of an example may be taken by a real entry.
  const found = checkTexts(folder).filter(({ file }) => files.some((each) => file.endsWith(each)))
  expect(found.filter(({ what }) => !/^la place/.test(what))).toEqual([])
})

it('the guide says which pictures are marked as rendered', () => {
  expect(guide).toContain('si c’est une photographie, retirez sa ligne `synthese: true`')
})

it('the guide shows existing pictures with current words of the program and names existing tasks', () => {
  const pictures = [...guide.matchAll(/!\[([^\]]*)\]\(\.\.\/\.\.\/(docs\/guide\/[\w-]+\.webp)\)/g)]
  expect(pictures.map(([, , path]) => path).sort()).toEqual(globSync('docs/guide/*').sort())
  const program = globSync('src/{build,components/desk}/**/*.{ts,astro}').map((file) => readFileSync(file, 'utf8'))
  const shown = pictures.flatMap(([, alt = '']) => [...alt.matchAll(/« (.+?) »/g)].map(([, words = '']) => words))
  expect(shown.length, 'quoted words of the program in the alt texts').toBeGreaterThan(1)
  for (const words of shown)
    expect(
      program.some((text) => text.includes(words)),
      words,
    ).toBe(true)

  const { tasks } = JSON.parse(readFileSync('.vscode/tasks.json', 'utf8')) as {
    tasks: { label: string; command: string }[]
  }
  const named = [...guide.matchAll(/^\| ([^|`]+) \| `((?:npm|git) [^`]+)` \|/gm)]
  expect(named, 'tasks named in the guide').toHaveLength(tasks.length - 1)
  for (const [, label, command] of named)
    expect(tasks.find((task) => task.label === label)?.command.replace('--silent ', ''), label).toBe(command)
})
