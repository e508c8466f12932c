import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkTexts } from '../../src/check/check-content.ts'
import { SECTION_KINDS } from '../../src/model/sections.ts'
import { contentFolder } from './content-folder.ts'

const PAGE = readFileSync('tests/fixtures/entretien.yaml', 'utf8')
const LINKS = /^ {4}actions:\n(?: {6}.*\n)+/m.exec(PAGE)?.[0] ?? ''
const content = contentFolder()

/** Returns the findings after the page was written to pages/<name>.yaml. */
const findingsFor = (page: string, name = 'entretien') => {
  content.write(`pages/${name}.yaml`, page)
  return checkTexts(content.folder, content.pictures)
}

it('accepts a page with every kind of section and links to its anchors', () => {
  for (const kind of Object.keys(SECTION_KINDS)) expect(PAGE).toContain(`kind: ${kind}\n`)
  content.write('faq/ou.md', '---\nquestion: "Où le lire ?"\norder: 900\n---\n\n[L’entretien](/entretien#gestes)\n')
  expect(findingsFor(PAGE)).toEqual([])
})

const MISTAKES: [right: string, wrong: string, says: RegExp][] = [
  ['kind: texte', 'kind: roman', /« kind » ne convient pas.*texte, etapes, chiffres/],
  ['    kind: texte\n', '', /« kind » manque. À écrire : Comment la section se montre : texte \(/],
  ['  gestes:', '  Gestes à faire:', /« Gestes à faire » : le nom d’une section devient une adresse/],
  [LINKS, '', /« actions » manque\. À écrire : Liens/],
  ['kind: etapes', 'kind: chiffres', /« figure » manque\. À écrire : Chiffre/],
  [
    '    text: "Laissez',
    '    actions:\n      - label: "Voir"\n        href: /contact\n    text: "Laissez',
    /« actions » n’est pas une clé .* clés possibles : kicker, title, text, kind/,
  ],
  ['    kind: etapes\n', '    kind: etapes\n    text: "En ordre."\n', /« text » n’est pas une clé/],
  ['    image: macro\n', '    image: macro\n    note: "Bientôt."\n', /« note » n’est pas une clé/],
  [
    '      - title: "Aérer"\n',
    '      - title: "Aérer"\n        label: "Voir"\n',
    /« label » n’est pas une clé .* clés possibles : title, text, serie/,
  ],
  ['  gestes:', '  menu:', /l’ancre « menu » existe déjà sur la page/],
  ['  gestes:', '  newsletter-email:', /l’ancre « newsletter-email » existe déjà/],
  ['  hero:', '  heros:', /« hero » manque/],
  ['footer: true', 'footer: oui', /true ou false/],
  ['href: /contact', 'href: /contacts', /« \/contact »/],
  ['image: macro', 'image: macros', /« macro »/],
]
it('reports each mistake of a composed page', () => {
  const file = (n: number) => `pages/entretien-${n}.yaml`
  for (const [n, [right, wrong]] of MISTAKES.entries()) {
    expect(PAGE).toContain(right)
    content.write(file(n), PAGE.replace(right, wrong))
  }
  const found = checkTexts(content.folder, content.pictures)
  for (const [n, [right, wrong, says]] of MISTAKES.entries()) {
    const said = found.filter((each) => each.file.endsWith(file(n))).map(({ what, mend }) => `${what} ${mend}`)
    expect(said, `${right} → ${wrong}`).toEqual(expect.arrayContaining([expect.stringMatching(says)]))
  }
})

it('requires a link to a page that is not in the footer', () => {
  const page = PAGE.replace('footer: true\n', '')
  expect(findingsFor(page)).toMatchObject([{ what: expect.stringMatching(/aucun lien/) }])
  content.write('faq/ou.md', '---\nquestion: "Où le lire ?"\norder: 900\n---\n\n[Les gestes](/entretien#gestes)\n')
  expect(findingsFor(page), 'with a link to one of its sections').toEqual([])
})

it.each(['con', 'contact-presse'])('accepts a page whose address starts like another one: /%s', (name) => {
  expect(findingsFor(PAGE.replaceAll('/entretien', `/${name}`), name)).toEqual([])
})

it('rejects a page with the address of another page', () => {
  for (const name of ['shipping', 'terms', 'formulaires'])
    expect(findingsFor(PAGE, name)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: `l’adresse /${name} est déjà celle d’une autre page.` }),
      ]),
    )
})
