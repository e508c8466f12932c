import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

/** A copy of the project in which a developer adds a collection and pages, as the documentation of Astro shows it. */
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
beforeEach(() => {
  write(ENTRY, '---\ntitre: "Une nouvelle"\n---\n\n## Venir\n\nVoyez [l’atelier](/atelier/visite#venir).\n')
  write('src/content/faq/visite.md', question('/journal/2027/premiere'))
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const ENTRY = 'src/content/journal/actualites/2027/premiere.md'
const question = (href: string) => `---\nquestion: "Où lire la suite ?"\norder: 900\n---\n\n[Le journal](${href}).\n`

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

/** The check of the copy's texts; the whole command opens every picture too, which takes it most of its time. */
const CHECK = `
  import { checkTexts } from './src/check/check-content.ts'
  import { sentence } from './src/check/finding.ts'
  for (const finding of checkTexts()) console.log(sentence(finding))
`

/** What the check says of the copy, a line a finding. */
function check(): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', CHECK], {
    cwd: project,
    encoding: 'utf8',
  })
  return stdout + stderr
}

it('takes a new collection, its entries and its pages for what they are', () => {
  expect(check()).toBe('')
})

it('checks a new collection by its schema, and its texts as all others', () => {
  write(ENTRY, '---\ntitres: "Une nouvelle"\n---\n\nElle  dure 14 jours.\n')
  const said = check()
  expect(said).toContain(
    `${ENTRY}:2 : « titres » n’est pas une clé de cet endroit. Le nom le plus proche est « titre »`,
  )
  expect(said).toContain(`${ENTRY}:5 : deux espaces de suite.`)
  expect(said).toContain(`${ENTRY}:5 : « 14 jours » est écrit dans le texte même.`)
})

it.each([
  ['/atelier/visites', '« /atelier/visite »'],
  ['/journal/2027/premier', '« /journal/2027/premiere »'],
  ['/atelier/visite#lieu', '« venir »'],
])('names what is nearest to %s', (href, nearest) => {
  write('src/content/faq/visite.md', question(href))
  expect(check()).toMatch(new RegExp(`faq/visite\\.md:6 : .*${nearest}`))
})

it('says which folders are read, and how names of files end', () => {
  write('src/content/nouvelles/premiere.md', 'Un texte.\n')
  write('src/content/journal/actualites/notes.txt', 'Un texte.\n')
  const said = check()
  rmSync(join(project, 'src/content/nouvelles'), { recursive: true })
  rmSync(join(project, 'src/content/journal/actualites/notes.txt'))
  expect(said).toMatch(/nouvelles\/premiere\.md:1 : aucune page ne lit ce dossier\. .*journal\/actualites/)
  expect(said).toMatch(/notes\.txt:1 : aucune page ne lit ce fichier\. .*finit par \.md ou \.mdx\./)
})
