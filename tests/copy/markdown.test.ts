import { afterAll, expect, it, vi } from 'vitest'
import { values } from '../../src/copy/facts/facts.ts'
import { fillText } from '../../src/copy/fill-placeholders.ts'
import { keepCompounds } from '../../src/copy/markdown/compounds.ts'
import { line, markdown, plain, prose } from '../../src/copy/markdown/markdown.ts'
import { withoutEmptyRows } from '../../src/copy/placeholders.ts'

// Facts of a company that has filled in nothing, whatever the owner has. Test files share loaded modules, so the modules
// are reset before and after this file.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('../../src/copy/words/words.ts')
  vi.resetModules()
})
vi.mock('../../src/copy/words/words.ts', async (original) => {
  const words = await original<typeof import('../../src/copy/words/words.ts')>()
  const empty = { raison_sociale: '', hebergeur_telephone: '', email: 'contact@hera.example' }
  return { ...words, company: { ...words.company, ...empty }, values: { ...words.values, ...empty } }
})

it('Markdown fills placeholders in text and in link targets', () => {
  expect(line('Il pèse {{ poids_tapis }}.')).toBe(`Il pèse ${values.poids_tapis}.`)
  expect(line('[{{ delai_reponse }}](mailto:{{ email }})')).toContain('href="mailto:contact@hera.example"')
})

it('Markdown keeps short compound words on one line, except in tags, addresses and long compounds', () => {
  expect(line('L’e-mail ? Un savoir-faire.')).toBe(
    '<span class="unbroken">L’e-mail</span>\u202F? Un <span class="unbroken">savoir-faire</span>.',
  )
  expect(line('[Hera](/hera-club)')).toBe('<a href="/hera-club">Hera</a>')
  const alone = 'Nogent-le-Rotrou-en-Perche, zoe@roux-martin-7.example, AB-12'
  expect(keepCompounds(alone)).toBe(alone)
})

it('Markdown marks English words, except in tags and longer words', () => {
  expect(line('[Le quilting](/quilting) en Mesh 3D, smesh')).toBe(
    '<a href="/quilting">Le <span lang="en">quilting</span></a> en <span lang="en">Mesh</span> 3D, smesh',
  )
})

it('Markdown marks missing facts in HTML and in plain text', () => {
  expect(prose('{{ raison_sociale }}')).toMatch(/<mark class="to-fill">à compléter\s: raison sociale<\/mark>/)
  expect(plain('{{ hebergeur_telephone }}')).toBe('[à compléter\u00A0: téléphone de l’hébergeur]')
  expect(prose('{{ email }}')).toMatch(/contact@hera\.example<\/a> <mark/)
  expect(plain('{{ raison_sociale }}')).toContain('[à compléter')
})

it('Markdown throws for an unknown placeholder and suggests the nearest one', () => {
  expect(() => fillText('{{ poids_tapi }}')).toThrow('Le plus proche est « poids_tapis »')
})

it('Markdown keeps written anchors and returns the headings', () => {
  const { html, headings } = markdown('## 1. Objet du site {#objet}\n\nTexte : le 30e jour.')
  expect(html).toContain('id="objet"')
  expect(headings).toEqual([{ id: 'objet', text: '1. Objet du site' }])
  expect(html).toContain('30<sup>e</sup> jour')
})

it('Markdown replaces a placeholder paragraph with a block of HTML', () => {
  expect(markdown('{{ bloc }}', { bloc: () => '<p>ici</p>' }).html).toContain('<p>ici</p>')
})

it('Markdown omits a table row that has only empty optional values', () => {
  const [head, rest] = ['| Mention | Valeur |\n|---|---|\n', '| Siège | {{ adresse }} |\n| Site | oui |']
  const table = `${head}| Capital | {{ capital }} |\n${rest}`
  expect(withoutEmptyRows(table, (name) => name === 'capital')).toBe(head + rest)
  expect(withoutEmptyRows('Au capital de {{ capital }}.', () => true)).toBe('Au capital de {{ capital }}.')
})

it('tables have roles and a data-label in each cell, for small viewports and screen readers, and no style', () => {
  const cells = (html: string) =>
    html.replace(/\s*\n\s*/g, '').match(/<(?:div|table|thead|tbody|tr|th|td)\b[^>]*>[^<]*/g)
  expect(cells(markdown('| Zone | Frais |\n|---|---:|\n| France | 15 |').html)).toEqual([
    '<div class="table table-2">',
    ...['<table role="table">', '<thead role="rowgroup">', '<tr role="row">'],
    '<th scope="col" role="columnheader">Zone',
    '<th scope="col" role="columnheader">Frais',
    ...['<tbody role="rowgroup">', '<tr role="row">', '<th scope="row" role="rowheader">France'],
    '<td role="cell" data-label="Frais">15',
  ])
})
