import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { FORMS } from '../contract/forms.ts'
import { recordsOf } from '../support/shipped.ts'
import { lettersOf, missingOf, readTexts, textsOf } from './texts.ts'

const built = (page: string) => lettersOf(readFileSync(`dist/client/${page}.html`, 'utf8'))
const everywhere = globSync('dist/client/*.html')
  .map((file) => built(basename(file, '.html')))
  .join()

/** The other files are shown on demand (html.test.ts). */
const pages = globSync('src/content/pages/*.yaml')
  .map((file) => basename(file, '.yaml'))
  .filter((id) => !['merci', 'confirmation', 'desinscription'].includes(id))
it.each(pages)('pages/%s.yaml is shown completely', (id) => {
  expect(missingOf(textsOf(readTexts(`pages/${id}.yaml`).sections, id), everywhere), 'texts on no page').toEqual([])
})

it.each<[string, string, readonly string[]]>([
  ['products', 'index', ['name', 'text', 'label']],
  ['products', 'quilting', ['name', 'text', 'record']],
  ['models', 'index', ['name', 'text', 'label']],
  ['models', 'quilting', ['name', 'text', 'record']],
  ['testimonials', 'index', ['name', 'text', 'title']],
])('each entry of %s shows on /%s its %s', (folder, page, keys) => {
  const entries = recordsOf(folder).map((entry) => Object.fromEntries(keys.map((key) => [key, { ...entry }[key]])))
  expect(missingOf(textsOf(entries, folder).filter(Boolean), built(page)), 'texts missing on the page').toEqual([])
})

it.each(globSync('src/content/{faq,legal}/[!_]*.md'))('%s is shown completely', (file) => {
  const [, head = '', body = ''] = readFileSync(file, 'utf8').split(/^---$/m)
  const lines = body
    .replace(/\{#[\w-]+\}|<[^>]+>/g, '')
    .split('\n')
    .filter((line) => !/^\||^\{\{ \w+ \}\}$/.test(line))
    .map((line) => line.replace(/^\d+\. /, ''))
  const titles = [...head.matchAll(/^(?:question|heading|lead): "(.*)"$/gm)].map(([, text = '']) => text)
  const page = file.includes('/faq/') ? 'faq' : basename(file, '.md')
  expect(missingOf([...titles, ...lines], built(page)), 'lines missing').toEqual([])
})

const day = new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeZone: 'UTC' })
it.each(globSync('src/content/legal/[!_]*.md'))(
  'the page of %s has its date and a table of all its sections',
  (file) => {
    const source = readFileSync(file, 'utf8')
    const [, updated = ''] = /^updated: (\S+)$/m.exec(source) ?? []
    const [html = ''] = readFileSync(`dist/client/${basename(file, '.md')}.html`, 'utf8').split('</main>')
    expect(html).toContain(`datetime="${updated}"`)
    expect(lettersOf(html)).toContain(lettersOf(day.format(new Date(updated)).replace(/^1 /, '1er ')))
    const sections = [...source.matchAll(/^## .*\{#([\w-]+)\}$/gm)].map(([, id]) => id)
    const links = [...html.matchAll(/<a href="#([\w-]+)"[^>]*>\s*<span class="number"/g)].map(([, id]) => id)
    expect(links, 'table of contents').toEqual(sections)
  },
)

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
    [title, ...[purpose, basis, retention].map((text) => text.charAt(0).toUpperCase() + text.slice(1))].join(''),
  )
  const written = WRITTEN.map(
    ([key, what, lasts, store]) => `${key}${traceurs[what]}${tableaux[`duree_${lasts}`]}${tableaux[store]}`,
  )
  const rendered = Object.values<{ synthese?: boolean }>(readTexts('pictures.yaml')).map(({ synthese }) => synthese)
  const pictures = rendered.every(Boolean) ? 'toutes' : rendered.some(Boolean) ? 'certaines' : 'aucune'
  const missing = [
    ...missingOf([...fields, ...purposes], built('privacy')),
    ...missingOf([...written, ...WRITTEN_BY_DESK], built('cookies')),
    ...missingOf([pages[`images_${pictures}`]], built('terms')),
  ]
  expect(missing, 'missing in the legal pages').toEqual([])
})
