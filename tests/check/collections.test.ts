import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** A copy of the project to which a developer adds a collection and pages as in Astro’s documentation. */
let project = ''
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'hera-projet-'))
  for (const name of ['src', 'package.json']) cpSync(name, join(project, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'))
  const config = readFileSync('src/content.config.ts', 'utf8')
  write(
    'src/content.config.ts',
    config
      .replace(
        "import { defineCollection } from 'astro:content'",
        "import { defineCollection, reference } from 'astro:content'",
      )
      .replace('import {', "import { z } from 'astro/zod'\nimport {")
      .replace(
        'export const collections = {',
        `export const collections = {
  actualites: defineCollection({
    loader: glob({ base: './src/content/journal/actualites', pattern: '**/*.{md,mdx}' }),
    schema: ({ image }) => z.strictObject({ titre: z.string(), suite: reference('faq').optional(), photo: image().optional() }),
  }),`,
      ),
  )
  write('src/pages/atelier/visite.astro', '---\n---\n<h1 id="venir">Visite</h1>\n')
  write('src/pages/journal/[...slug].astro', "---\nconst all = await getCollection('actualites')\n---\n")
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const ENTRY = 'src/content/journal/actualites/2027/premiere.md'
const QUESTION = 'src/content/faq/visite.md'
const question = (href: string) => `---\nquestion: "Où lire la suite ?"\norder: 900\n---\n\n[Le journal](${href}).\n`
const RIGHT = {
  [ENTRY]: '---\ntitre: "Une nouvelle"\n---\n\n## Venir\n\nVoyez [l’atelier](/atelier/visite#venir).\n',
  [QUESTION]: question('/journal/2027/premiere'),
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

/** Files that each state adds to the copy or changes. */
const STATES: Record<string, Record<string, string>> = {
  right: {},
  'a wrong entry': { [ENTRY]: '---\ntitres: "Une nouvelle"\n---\n\nElle  dure 14 jours.\n' },
  '/atelier/visites': { [QUESTION]: question('/atelier/visites') },
  '/journal/2027/premier': { [QUESTION]: question('/journal/2027/premier') },
  '/atelier/visite#lieu': { [QUESTION]: question('/atelier/visite#lieu') },
  'files elsewhere': {
    'src/content/nouvelles/premiere.md': 'Un texte.\n',
    'src/content/journal/actualites/notes.txt': 'Un texte.\n',
  },
}

/** Checks the texts in every state in one process, so that the configuration of the copy is read only once. */
const CHECK = `
  import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
  import { dirname } from 'node:path'
  import { checkTexts } from './src/check/check-content.ts'
  import { sentence } from './src/check/finding.ts'
  const [right, states] = JSON.parse(process.argv[1])
  const said = Object.entries(states).map(([name, files]) => {
    for (const [path, text] of Object.entries({ ...right, ...files })) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    const found = checkTexts().map(sentence).join('\\n')
    for (const path of Object.keys(files)) rmSync(path)
    return [name, found]
  })
  console.log(JSON.stringify(Object.fromEntries(said)))
`
let said: Record<string, string> = {}
beforeAll(() => {
  const states = JSON.stringify([RIGHT, STATES])
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', CHECK, states], {
    cwd: project,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  said = JSON.parse(stdout)
})

it('accepts a new collection, its entries and its pages', () => {
  expect(said.right).toBe('')
})

it('checks a new collection by its schema and its texts like all others', () => {
  const found = said['a wrong entry']
  expect(found).toContain(
    `${ENTRY}:2 : « titres » n’est pas une clé de cet endroit. Le nom le plus proche est « titre »`,
  )
  expect(found).toContain(`${ENTRY}:5 : deux espaces de suite.`)
  expect(found).toContain(`${ENTRY}:5 : « 14 jours » est écrit dans le texte même.`)
})

it.each([
  ['/atelier/visites', '« /atelier/visite »'],
  ['/journal/2027/premier', '« /journal/2027/premiere »'],
  ['/atelier/visite#lieu', '« venir »'],
])('suggests the nearest address for %s', (href, nearest) => {
  expect(said[href]).toMatch(new RegExp(`faq/visite\\.md:6 : .*${nearest}`))
})

it('reports files in unknown folders or with a wrong extension', () => {
  const found = said['files elsewhere']
  expect(found).toMatch(/nouvelles\/premiere\.md:1 : aucune page ne lit ce dossier\. .*journal\/actualites/)
  expect(found).toMatch(/notes\.txt:1 : aucune page ne lit ce fichier\. .*finit par \.md ou \.mdx\./)
})
