import { globSync, readFileSync } from 'node:fs'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDeskSite } from '../server/desk/desk-site.ts'
import { builtRoutes } from './built-routes.ts'
import { onDemandPages } from './on-demand-pages.ts'

/** Astro writes this invalid element before the first island of a page, wherever that is; browsers accept it. */
const ACCEPTED = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>'
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
  const text = page.replace(ACCEPTED, '')
  const report = await html.validateString(text)
  const found = report.results.flatMap(({ messages }) => messages)
  const after = text.slice(text.indexOf('</html>') + '</html>'.length).trim()
  return [
    ...found.map(({ line, column, message, selector }) => `line ${line}, column ${column}: ${message} (${selector})`),
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
  let answers: Awaited<ReturnType<typeof onDemandPages>>
  beforeAll(async () => {
    const deskSite = await openDeskSite({ TRUSTED_PROXIES: '1' })
    answers = await onDemandPages(deskSite).finally(() => deskSite.close())
  })
  const routes = builtRoutes().filter(({ component, prerender }) => !prerender && component.endsWith('.astro'))

  it.each(routes.map(({ route }) => route))('%s responds with valid HTML in every state', async (route) => {
    const pages = answers.get(route) ?? []
    expect(pages.length, 'number of its states in tests/pages/on-demand-pages.ts').toBeGreaterThan(0)
    for (const { name, text } of pages) expect(await faults(text), name).toEqual([])
  })

  it('no search engine is shown a page that answers one person, and no placeholder is left in it', () => {
    for (const { name, text } of [...answers.values()].flat()) {
      if (text.includes('<html')) expect(text, name).toContain('<meta name="robots" content="noindex"')
      // A letter at the desk may quote one.
      if (!text.includes('class="desk"')) expect(text, name).not.toMatch(/\{\{ \w+ \}\}/)
    }
  })
})
