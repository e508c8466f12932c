import { globSync, readFileSync } from 'node:fs'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { beforeAll, describe, expect, it } from 'vitest'
import { allForms } from '../../src/forms/index.ts'
import { openDeskSite } from '../server/desk/desk-site.ts'
import { disagreements } from '../support/agreement.ts'
import { builtRoutes } from './built-routes.ts'
import { type Answered, onDemandPages } from './on-demand-pages.ts'
import { lettersOf, missingOf, readTexts, textsOf } from './texts.ts'

/** Accepted invalid HTML. */
const EXCEPTIONS = [
  // Astro writes this element before the first island of a page, wherever that is; browsers accept it.
  '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>',
]
const html = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:standard', 'html-validate:a11y'],
    rules: {
      'heading-level': 'error',
      // As above: a table displayed as blocks keeps its roles; the name of a list of figures is read when it is a
      // region.
      'no-redundant-role': 'off',
      'aria-label-misuse': 'off',
      // The list of the desk is a form with buttons on its rows; an empty list has none.
      'wcag/h32': 'off',
    },
  }),
)

/** Returns the faults of a page, one line each. */
async function faults(page: string): Promise<string[]> {
  const text = EXCEPTIONS.reduce((left, each) => left.replace(each, ''), page)
  const report = await html.validateString(text)
  const found = report.results.flatMap(({ messages }) => messages)
  const described = new Set(
    [...text.matchAll(/ aria-describedby="([^"]+)"/g)].flatMap(([, ids = '']) => ids.split(' ')),
  )
  const unread = [...text.matchAll(/<[^>]*class="field-hint"[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !described.has(/ id="([^"]+)"/.exec(tag)?.[1] ?? ''))
  const after = text.slice(text.indexOf('</html>') + '</html>'.length).trim()
  return [
    ...found.map(({ line, column, message, selector }) => `line ${line}, column ${column}: ${message} (${selector})`),
    ...unread.map((tag) => `help that is read with no field: ${tag}`),
    // Phones would show the page 980 pixels wide.
    ...(/<head>(?![\s\S]*<meta name="viewport" content="width=device-width)/.test(text) ? ['no viewport'] : []),
    // html-validate treats it as part of the page.
    ...(after ? [`after </html>: ${after.slice(0, 60)}`] : []),
  ]
}

/** Pages with preselected options, which differ in nothing else; one for each kind of option stands for the others. */
const OTHER_PRESETS = /(contact\/(?!produit)|devis\/(?!(tapis|conseil|tapis-conseil)\.)).*\.html$/
const built = globSync('dist/client/**/*.html')
  .filter((file) => !OTHER_PRESETS.test(file))
  .sort()

it.each(built)('%s is valid HTML', async (file) => {
  expect(await faults(readFileSync(file, 'utf8')), 'HTML faults').toEqual([])
})

describe('on-demand pages', () => {
  let answers: Map<string, Answered[]>
  beforeAll(async () => {
    const deskSite = await openDeskSite(true, { TRUSTED_PROXIES: '1' })
    answers = await onDemandPages(deskSite).finally(() => deskSite.close())
  })
  const routes = builtRoutes().filter(({ component, prerender }) => !prerender && component.endsWith('.astro'))

  it.each(routes.map(({ route }) => route))('%s responds with valid HTML in every state', async (route) => {
    const pages = answers.get(route) ?? []
    expect(pages.length, 'number of its states in tests/pages/on-demand-pages.ts').toBeGreaterThan(0)
    for (const { name, text } of pages) expect(await faults(text), name).toEqual([])
  })

  it('no search engine is shown a page that answers one person', () => {
    for (const { name, text } of [...answers.values()].flat())
      if (text.includes('<html')) expect(text, name).toContain('<meta name="robots" content="noindex"')
  })

  it('the title of a page differs by state, because it is read first', () => {
    for (const [route, states] of [
      ['/confirmation/[token]', 3],
      ['/desinscription/[token]', 4],
      ['/bureau/connexion', 2],
    ] as const) {
      const told = (answers.get(route) ?? []).map(({ text }) =>
        ['title', 'h1'].map((tag) => new RegExp(`<${tag}[^>]*>([^<]*)`).exec(text)?.[1]),
      )
      const titles = new Set(told.map(([title]) => title))
      expect(titles.size, `titles of ${route}`).toBe(new Set(told.map(([, heading]) => heading)).size)
      expect(titles.size, `states of ${route}`).toBe(states)
    }
  })

  it('every number agrees with its noun', () => {
    for (const { name, text } of [...answers.values()].flat())
      expect(disagreements(text.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]+>/g, '|')), name).toEqual([])
  })

  it.each<[string, string, string, string]>([
    ...[
      ['confirmation', 'newsletter'],
      ['desinscription', 'demande'],
    ].flatMap(([file = '', asked = '']): [string, string, string, string][] => [
      [`/${file}/[token]`, 'the button', file, asked],
      [`/${file}/[token]`, 'done', file, 'fait'],
      [`/${file}/[token]`, 'cut off', file, 'inconnu'],
    ]),
    ['/desinscription/[token]', 'unknown', 'desinscription', 'partie'],
    ...allForms.map(({ name }): [string, string, string, string] => ['/merci/[form]', name, 'merci', name]),
    ['/formulaires/[form]', 'withdrawal, sent', 'retractation', 'confirmation'],
    ['/formulaires/[form]', 'withdrawal, confirmed', 'retractation', 'accuse'],
  ])('%s, %s: shows the texts of pages/%s.yaml under «%s»', (route, state, file, name) => {
    const page = answers.get(route)?.find((each) => each.name.startsWith(`${state}: `))?.text ?? ''
    const { kicker: _, ...section } = readTexts(`pages/${file}.yaml`).sections[name]
    // A page with a form has a button instead of links.
    const hasButton = /action="[^"]*"[^>]*method="post"|<form method="post"|class="actions keep"/.test(
      page.split('</main>')[0] ?? '',
    )
    const shown = hasButton ? { ...section, actions: [] } : section
    expect(missingOf(textsOf(shown, `${file}-${name}`), lettersOf(page)), 'missing texts').toEqual([])
  })

  it('each page of the desk links to its four parts and marks the current one, except before sign-in', () => {
    const parts = ['/bureau', '/bureau/lettre', '/bureau/chiffres', '/bureau/maison']
    const own = (route: string) => {
      if (/connexion|entrer/.test(route)) return []
      return [parts.findLast((part) => route.startsWith(part))]
    }
    for (const [route, pages] of [...answers].filter(([route]) => route.startsWith('/bureau')))
      for (const { name, text } of pages.filter(({ text }) => text.includes('<body class="desk"'))) {
        const [, nav = ''] = /<nav class="parts[^>]*>([\s\S]*?)<\/nav>/.exec(text) ?? []
        const links = [...nav.matchAll(/<a href="([^"]+)"(?: (aria-current)="page")?/g)]
        const marked = links.flatMap(([, href, mark]) => (mark ? [href] : []))
        expect([links.map(([, href]) => href), marked], `${route}, ${name}`).toEqual([nav ? parts : [], own(route)])
      }
  })

  it('the server reads every field of the desk’s forms', () => {
    const desk = [...answers].filter(([route]) => route.startsWith('/bureau')).flatMap(([, pages]) => pages)
    const fields = desk.flatMap(({ text }) =>
      [...text.matchAll(/<(?:input|select|textarea|button)\b[^>]* name="(\w+)/g)].map(([, name = '']) => name),
    )
    const names = [...new Set(fields)]
    const code = globSync(['src/server/**/*.ts', 'src/pages/**/*.ts', 'src/middleware.ts'])
      .map((file) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
      .join('\n')
    const unread = names.filter((name) => !new RegExp(`(?<![\\w/])${name}(?!\\w)`).test(code))
    expect(unread, 'field names missing in the server code').toEqual([])
    expect(names.length, 'number of fields').toBeGreaterThan(15)
  })
})
