import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkTexts } from '../../src/check/check-content.ts'
import { applyFixes, findingOn } from '../../src/check/finding.ts'
import { fixTexts } from '../../src/check/tools/fix-texts.ts'
import { contentFolder } from './content-folder.ts'

const content = contentFolder()
afterEach(() => vi.unstubAllEnvs())

const FILE = 'faq/entretien.md'
const HEAD = '---\nquestion: "Comment l’entretenir ?"\norder: 900\n---\n\n'
const check = () => checkTexts(content.folder, content.pictures)
/** Returns the findings for the answer of a question; the answer starts on line 6. */
const findingsFor = (text: string) => {
  content.write(FILE, `${HEAD}${text}\n`)
  return check().filter(({ file }) => file.endsWith(FILE))
}
/** Corrects the texts like `--fix`. */
const fix = () => fixTexts(check())
const answer = () => content.read(FILE).slice(HEAD.length, -1)

it('--fix never overwrites a file when it renames another', () => {
  content.write(FILE, `${HEAD}Oui.\n`)
  content.write(`${FILE}.txt`, `${HEAD}Autre.\n`)
  expect(
    fix().map(({ before, after }) => [before, after]),
    'renamed files',
  ).toEqual([])
  expect([answer(), content.read(`${FILE}.txt`).slice(HEAD.length, -1)]).toEqual(['Oui.', 'Autre.'])
})

it('--fix applies only the later one of two fixes that overlap', () => {
  const findings = findingOn({ file: FILE }, 'Deux fautes.', 'À corriger.').map((finding) => ({
    ...finding,
    fixes: [
      { start: 1, end: 4, text: 'X' },
      { start: 3, end: 5, text: 'Y' },
      { start: 5, end: 6, text: 'Z' },
    ],
  }))
  expect(applyFixes('abcdefg', findings)).toBe('abcYZg')
})

it('reports the conflict markers of an unfinished merge first, in Markdown and in YAML', () => {
  const merge = '<<<<<<< HEAD\ntitle: "Une"\n=======\ntitle: "Deux"\n>>>>>>> autre\n'
  content.write(FILE, `${HEAD}${merge}`)
  expect(check()).toMatchObject([{ line: 6, what: expect.stringMatching(/fusion est restée inachevée/), breaks: true }])
  content.write(FILE, `${HEAD}Oui.\n`)
  content.write('pages/faq.yaml', `${merge}sections: {}\n`)
  expect(check()).toMatchObject([
    { line: 1, what: expect.stringMatching(/fusion/), mend: expect.stringMatching(/<<<<<<</) },
  ])
})

describe('--fix', () => {
  const MENDED: [name: string, text: string, says: RegExp, after: string][] = [
    ['a soft hyphen', 'Un ta\u00ADpis.', /invisible \(U\+00AD\)/, 'Un tapis.'],
    ['a zero-width space', 'Un\u200B tapis.', /invisible \(U\+200B\)/, 'Un tapis.'],
    ['a mark of direction', 'Un tapis\u200F.', /invisible \(U\+200F\)/, 'Un tapis.'],
    ['a line separator', 'Un\u2028tapis.', /fin de ligne.*U\+2028/, 'Un tapis.'],
    ['an em space', 'Un\u2003tapis.', /espace.*U\+2003/, 'Un tapis.'],
    ['a letter and its accent apart', 'Un e\u0301te\u0301.', /« é ».*deux signes/, 'Un été.'],
    ['a printed ligature', 'La \uFB01nition.', /ligature/, 'La finition.'],
    ['a tab', 'Un\ttapis.', /tabulation/, 'Un tapis.'],
    ['quotes of a word processor', 'Le “devis” part.', /guillemets d’une autre langue/, 'Le « devis » part.'],
    ['a pair of straight quotes', 'Le "devis" part.', /guillemet droit/, 'Le « devis » part.'],
    ['quotes around a link', 'Le “[devis](/contact)” part.', /autre langue/, 'Le « [devis](/contact) » part.'],
    ['the apostrophe of a typewriter', "C'est l'atelier d'ici.", /apostrophe droite/, 'C’est l’atelier d’ici.'],
    ['an accent for an apostrophe', 'C´est ici.', /pas l’apostrophe/, 'C’est ici.'],
    ['three points', 'Et...', /trois points/, 'Et…'],
    ['two spaces', 'Un  tapis.', /deux espaces/, 'Un tapis.'],
    ['two hyphens', 'Un tapis -- léger.', /deux traits/, 'Un tapis – léger.'],
  ]

  // All in one answer because each check of the texts takes a tenth of a second.
  it('corrects each mistake that has only one correction', () => {
    const lines = MENDED.map(([name, text, says, after], n) => ({ name, text, says, after, line: 6 + 2 * n }))
    const found = findingsFor(lines.map(({ text }) => text).join('\n\n'))
    const mended = fix()
    for (const { name, says, after, line } of lines) {
      const what = expect.stringMatching(says)
      expect(
        found.filter((finding) => finding.line === line),
        name,
      ).toMatchObject([{ what }])
      const file = expect.stringContaining(FILE)
      expect(
        mended.filter((fixed) => fixed.line === line),
        name,
      ).toMatchObject([{ file, after }])
    }
    expect(answer().split('\n\n')).toEqual(lines.map(({ after }) => after))
    expect(check(), 'findings after --fix').toEqual([])
  })

  it('keeps the surrounding text, including code, tags and Windows line endings', () => {
    content.write(
      FILE,
      `${HEAD}L'été.\r\n\r\n\`l'option\` et <span title="l'un">l'autre</span>\r\n`.replace(/(?<!\r)\n/g, '\r\n'),
    )
    fix()
    expect(content.read(FILE)).toMatch(/L’été\.\r\n\r\n`l'option` et <span title="l'un">l’autre<\/span>\r\n$/)
  })

  it('corrects a text after an escaped space', () => {
    content.write(FILE, `${HEAD.replace('Comment l’entretenir', "Le\\u00A0tapis, et\\u00A0l'été")}Oui.\n`)
    fix()
    expect(content.read(FILE)).toContain('question: "Le\\u00A0tapis, et\\u00A0l’été ?"')
  })

  it('renames a file to a valid address with the extension .md', () => {
    content.write('faq/Entretien d’été.md', `${HEAD}Oui.\n`)
    content.write('faq/lavage.md.txt', `${HEAD.replace('900', '901').replace('l’entretenir', 'le laver')}Non.\n`)
    fix()
    for (const name of ['entretien-d-ete', 'lavage'])
      expect(existsSync(join(content.folder, `faq/${name}.md`)), `${name}.md is there`).toBe(true)
    expect(check(), 'findings after --fix').toEqual([])
  })

  // npm passes arguments after -- to the last command of a script.
  it('is an option of npm run check:content', () => {
    expect(JSON.parse(readFileSync('package.json', 'utf8')).scripts['check:content']).toMatch(/content-command\.ts$/)
  })

  it('corrects texts in YAML with any quotes', () => {
    const page = content.read('pages/faq.yaml').replace(/(?<=^ {2}suite:\n) {4}title: .*$/m, "    title: 'C''est ici'")
    content.write('pages/faq.yaml', page)
    fix()
    expect(content.read('pages/faq.yaml')).toContain("    title: 'C’est ici'\n")
  })

  it('prints each line before and after, and keeps and reports mistakes with several corrections', () => {
    content.write(FILE, `${HEAD}C'est ici.\n\nOui ! Un "devis.\n`)
    const { stdout } = content.command('--fix')
    expect(stdout).toContain(`${FILE}:6 : corrigé.\n  - C'est ici.\n  + C’est ici.`)
    expect(answer()).toBe('C’est ici.\n\nOui ! Un "devis.')
    expect(stdout).toContain('exclamation')
    expect(stdout).toContain('guillemet droit')
  })
})

describe('HTML', () => {
  it('is reported if it shows nothing or has no effect, except <br>, addresses in angle brackets and code', () => {
    const named = [
      ['<iframe src="https://exemple.fr/"></iframe>', /« <iframe> » ne s’affiche pas.*politique/, true],
      ['<script>alert(1)</script>', /« <script> » ne s’affiche pas/, true],
      ['<p style="color: red">Rouge</p>', /« style= » reste sans effet/, true],
      ['<p onclick="x()">Ici</p>', /« onclick= » reste sans effet/, true],
      ['<center>Milieu</center>', /« <center> » est une balise/, false],
    ] as const
    const found = findingsFor(
      [...named.map(([text]) => text), 'Oui,<br>et <https://exemple.fr/> `<script>` 3 < 4'].join('\n\n'),
    )
    expect(found).toMatchObject(
      named.map(([, says, breaks], n) => ({ line: 6 + 2 * n, what: expect.stringMatching(says), breaks })),
    )
  })
})

it('reports bold text that is not closed or broken by a space, and accepts adjacent bold text and asterisks in code', () => {
  expect(findingsFor('**Un gras ouvert.\n\n**Un ** gras.\n\n**Un** et **deux**.\n\n`**` et \\*\\*.')).toMatchObject([
    { line: 6, what: expect.stringMatching(/n’est pas fermé/) },
    { line: 8, what: expect.stringMatching(/ce gras n’est pas fermé, ou une espace le défait/) },
  ])
})

it('reports two spellings of a region or department', () => {
  const saddlery = (region: string, department: string) =>
    `name: "Sellerie"\nregion: "${region}"\ndepartment: "${department} (95)"\naddress: "12 rue de l’Exemple"\n`
  content.write('saddleries/une.yaml', saddlery('Île-de-France', 'Val-d’Oise'))
  content.write('saddleries/deux.yaml', saddlery('Ile de France', 'Val d’Oise'))
  expect(check().filter(({ file }) => /saddleries/.test(file))).toMatchObject([
    { line: 2, what: expect.stringMatching(/Île-de-France.* s’écrit .*Ile de France/) },
    { line: 3, what: expect.stringMatching(/Val-d’Oise.* s’écrit .*Val d’Oise/) },
  ])
})

it('treats a link to this site’s own host as a path', () => {
  vi.stubEnv('SITE_URL', 'https://www.maison.fr')
  expect(findingsFor('[Commander](https://maison.fr/contact?subject=commande)')).toMatchObject([
    { mend: expect.stringContaining(' /contact?subject=commande.') },
  ])
  expect(findingsFor('[Livraison](http://localhost:4321/shiping)')).toMatchObject([
    { what: expect.stringContaining('« /shiping » mène à une page qui n’existe pas') },
  ])
  expect(findingsFor('[Livraison](https://autre.fr/shiping)')).toEqual([])
})
