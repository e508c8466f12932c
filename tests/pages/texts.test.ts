import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { FORMS } from '../contract/forms.ts'
import { recordsOf } from '../support/shipped.ts'
import { missingOf, readTexts, squeezed, streamOf, textsOf } from './texts.ts'

const built = (page: string, element?: string) => streamOf(readFileSync(`dist/client/${page}.html`, 'utf8'), element)

/** Pages that show a file of src/content/pages, if their name differs. */
const SHOWN_ON: Record<string, string[]> = {
  home: ['index'],
  error: ['500'],
  'not-found': ['404'],
  shared: ['partenariat', 'sellerie-royale'],
  // On every page.
  header: ['index', 'faq'],
  footer: ['index', 'faq'],
  // On-demand pages.
  ...Object.fromEntries(['merci', 'confirmation', 'desinscription'].map((id) => [id, []])),
}
const pages = globSync('src/content/pages/*.yaml').map((file) => basename(file, '.yaml'))
it.each(pages.flatMap((id) => (SHOWN_ON[id] ?? [id]).map((page) => [id, page])))(
  'pages/%s.yaml is shown completely on /%s',
  (id, page) => {
    const stream = built(
      page,
      ['header', 'footer'].find((element) => element === id),
    )
    const { sections } = readTexts(`pages/${id}.yaml`)
    expect(missingOf(textsOf(sections, id), stream), 'texts missing on the page').toEqual([])
  },
)

it.each([
  ['products', 'index', ({ name, text, label, href }) => ({ name, text, label, href })],
  ['products', 'quilting', ({ id, name, text, record }) => ({ name, text, record, href: `/devis?piece=${id}` })],
  ['models', 'index', ({ id, name, text, label }) => ({ name, text, label, href: `/quilting#${id}` })],
  [
    'models',
    'quilting',
    ({ id, piece, name, text, record }) => ({ name, text, record, href: `/devis?piece=${piece}&model=${id}` }),
  ],
  ['testimonials', 'index', ({ stars, text, name, title }) => ({ stars: `Note de ${stars} sur 5`, text, name, title })],
] satisfies [string, string, (entry: Record<string, unknown>) => object][])(
  'each entry of %s is shown completely on /%s',
  (folder, page, shown) => {
    const texts = recordsOf(folder).flatMap((entry) => textsOf(shown({ ...entry }), folder))
    expect(texts.length, 'number of texts').toBeGreaterThan(2)
    expect(missingOf(texts, built(page)), 'texts missing on the page').toEqual([])
  },
)

/** Returns the lines of Markdown: one paragraph, heading or list item each, without tables and inserted blocks. */
const linesOf = (markdown: string) =>
  markdown
    .replace(/<!--[\s\S]*?-->|\{#[\w-]+\}|<[^>]+>/g, '')
    .split('\n')
    .filter((line) => !/^\||^\{\{ \w+ \}\}$/.test(line))
    .map((line) => line.replace(/^#+ |^[-*] |^\d+\. /, ''))

const day = new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('fr', { month: 'long', year: 'numeric', timeZone: 'UTC' })

it.each(globSync('src/content/{faq,legal}/[!_]*.md'))('%s is shown completely', (file) => {
  const [, head = '', body = ''] = readFileSync(file, 'utf8').split(/^---$/m)
  const { question, heading, lead, first_version: first, updated, related = [] } = parse(head)
  const page = file.includes('/faq/') ? 'faq' : basename(file, '.md')
  const dates = [
    first && `Première version ${month.format(new Date(first))}`,
    updated && `Dernière mise à jour ${day.format(new Date(updated)).replace(/^1 /, '1er ')}`,
  ]
  const texts = [question, heading, lead, ...dates, ...linesOf(body), ...related.map((path: string) => `→${path}`)]
  expect(missingOf(texts, built(page)), 'lines missing or in another order').toEqual([])
  if (!updated) return
  const [html = ''] = readFileSync(`dist/client/${page}.html`, 'utf8').split('</main>')
  expect(html, 'machine-readable date of the update').toContain(`datetime="${updated}"`)
  const words = (text: string) => squeezed(text.replace(/<[^>]+>/g, ''))
  const titles = [...html.matchAll(/<h2 id="([\w-]+)"[^>]*>(.*?)<\/h2>/g)].map(([, id, title = '']) => [
    id,
    words(title),
  ])
  const contents = [...html.matchAll(/<a href="#([\w-]+)"[^>]*>\s*(<span class="number"[\s\S]*?)<\/a>/g)]
  expect([
    ...contents.map(([, id, title = '']) => [id, words(title)]),
    ['related', words('Documents associés')],
  ]).toEqual(titles)
})

/** Decisions «Made real»: everything that the site stores in a browser, where and how long. */
const WRITTEN = [
  ['hera.splash', 'splash', 'onglet', 'sessionStorage'],
  ['hera.popup', 'popup', 'onglet', 'sessionStorage'],
  ['hera.counter-hidden', 'hidden', 'onglet', 'sessionStorage'],
  ['hera.session', 'session', 'visite', 'localStorage'],
  ['hera.not-counted', 'refusal', 'refus', 'localStorage'],
  ['recu', 'receipt', 'recu', 'cookie'],
] as const
/** What the desk stores, for the house alone. */
const WRITTEN_BY_DESK = ['bureau', 'hera.reponse']

it('the legal pages list fields, purposes and retention of each form and everything stored in the browser', () => {
  const { tableaux, traceurs, pages_legales: pages } = readTexts('interface.yaml')
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  const forms = Object.entries(FORMS).map(([name, { required }]) => ({ ...readTexts(`forms/${name}.yaml`), required }))
  const fields = forms.flatMap(({ fields, required }) => {
    const answers = Map.groupBy(Object.entries<{ label: string; deskLabel?: string }>(fields), ([name]) =>
      required.includes(name) ? 'obligatoire' : name === 'guardian_consent' ? tableaux.selon_age : 'facultative',
    )
    return [...answers].map(
      ([answer, group]) => answer + group.map(([, { label, deskLabel }]) => deskLabel ?? label).join(' · '),
    )
  })
  const purposes = forms.map(({ title, processing: { purpose, basis, retention } }) =>
    [title, ...[purpose, basis, retention].map(capital)].join(''),
  )
  const written = WRITTEN.map(
    ([key, what, lasts, store]) => `${key}${traceurs[what]}${tableaux[`duree_${lasts}`]}${tableaux[store]}`,
  )
  const rendered = Object.values<{ synthese?: boolean }>(readTexts('pictures.yaml')).map(({ synthese }) => synthese)
  const pictures = rendered.every(Boolean)
    ? pages.images_toutes
    : rendered.some(Boolean)
      ? pages.images_certaines
      : pages.images_aucune
  const missing = [
    ...[...fields, ...purposes].flatMap((row) => missingOf([row], built('privacy'))),
    ...missingOf([...written, ...WRITTEN_BY_DESK], built('cookies')),
    ...missingOf([pictures], built('terms')),
  ]
  expect(missing, 'missing in the legal pages').toEqual([])
})

it('the calendar hides its empty parts and shows a note when no event is coming', () => {
  const html = readFileSync('dist/client/index.html', 'utf8')
  const [, coming = '', empty = '', past = ''] = html.split(/data-(?=coming|empty|past)/)
  const [now, before] = [coming, past].map((part) => part.includes('data-end'))
  const hidden = [coming, empty, past].map((part) => /^\w+ hidden/.test(part))
  expect(hidden).toEqual([!now, now, !before])
  expect(coming, 'the file for calendar programs is offered with the coming events only').toContain('/calendrier.ics')
})
