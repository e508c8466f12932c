import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyElements } from './pages/empty-elements.ts'
import { BEHIND_PROXY } from './server/leads/intake/form-answers.ts'
import { FORM_FILES, FORM_LINES, testNewForm } from './support/new-form.ts'
import { valid } from './support/samples.ts'
import { buildCopy, type Change, copyProject } from './support/scratch-copy.ts'
import { openDevSite, openSite, SERVE, type Site } from './support/site.ts'
import { type MailServer, openMailServer } from './support/smtp.ts'

/** Files that a developer who knows Astro might add to the project. */
const ADDED = 'tests/fixtures/astro-features/files'
/** The example page of the copywriters’ guide. */
const [, EXAMPLE = ''] = /^```yaml page\n([\s\S]*?)^```/m.exec(readFileSync('src/content/README.md', 'utf8')) ?? []
/** Lines that such a developer might change: file, old text, new text. */
const CHANGED: readonly Change[] = [
  [
    'astro.config.mjs',
    "  trailingSlash: 'never',\n",
    "  trailingSlash: 'never',\n  redirects: { '/ancien': '/faq' },\n",
  ],
  [
    'src/middleware.ts',
    '  setHeaders(context, response, policy)\n',
    "  setHeaders(context, response, policy)\n  response.headers.set('X-Essai', 'oui')\n",
  ],
  // Packages are symbolic links that lead out of the copy; Vite does not serve those without this.
  [
    'astro.config.mjs',
    '  vite: {\n',
    `  vite: {\n    server: { fs: { allow: ['.', '${dirname(realpathSync('node_modules/astro'))}'] } },\n`,
  ],
  [
    'src/content.config.ts',
    'export const collections = {\n',
    "export const collections = {\n  essais: defineCollection({ loader: glob({ base: './src/content/essais', pattern: '*.md' }) }),\n",
  ],
  [
    'src/content/legal/shipping.md',
    '## Fabrication {#fabrication}\n',
    '![Un tapis plié](elegance)\n\n## Fabrication {#fabrication}\n',
  ],
  // Saves four seconds of processor time; build/dist.test.ts checks the compressed files.
  ['src/build/integration.ts', '        await precompress(client)\n', ''],
  // A fault that nobody foresaw.
  [
    'src/server/leads/intake/answer-form.ts',
    '  const outcome = await submit(',
    "  if (input.city === 'Panne') throw new Error('essai')\n  const outcome = await submit(",
  ],
  // Facts that the owner may change one day.
  ['src/content/facts.yaml', 'etat_serie: en fabrication', 'etat_serie: disponible'],
  ['src/content/facts.yaml', '# tapis_termines: "12"', 'tapis_termines: "12"'],
  ['src/content/facts.yaml', '# tapis_reserves: "6"', 'tapis_reserves: "6"\nprix_essai: 180 €'],
  ['src/content/pictures.yaml', '  synthese: true\n', ''],
  ['src/content/company.yaml', 'avis_harmonise: ""', 'avis_harmonise: /favicon.svg'],
  ['src/content/company.yaml', 'instagram: ""', 'instagram: https://www.instagram.com/exemple'],
]

/** A build takes half a minute of CPU time; a busy machine may need a quarter of an hour for it. */
const BUILD_MS = 900_000

/** A copy of the project with all additions and changes, built once. */
let root: string
let mail: MailServer

beforeAll(async () => {
  root = copyProject([ADDED, FORM_FILES], [...CHANGED, ...FORM_LINES])
  const page = readFileSync('tests/fixtures/entretien.yaml', 'utf8')
  writeFileSync(join(root, 'src/content/pages/entretien.yaml'), page)
  const bare = page.replace(/^ {4}image: .*\n/m, '').replaceAll('/entretien', '/sans-image')
  writeFileSync(join(root, 'src/content/pages/sans-image.yaml'), bare)
  writeFileSync(join(root, 'src/content/pages/exemple.yaml'), EXAMPLE)
  const photo = sharp('tests/fixtures/picture.webp').withExif({
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' },
  })
  await photo.jpeg().toFile(join(root, 'public/IMG_0001.JPG'))
  const model = join(root, 'src/content/models/elegance.yaml')
  writeFileSync(model, readFileSync(model, 'utf8').replace(/^ {2}price: .*$/m, '  price: "{{ prix_essai }}"'))
  buildCopy(root)
  mail = await openMailServer()
}, BUILD_MS)
afterAll(() => mail?.close())

const withMail = () => ({ SMTP_URL: mail.url, MAIL_FROM: 'bonjour@hera.example', MAIL_TO: 'atelier@hera.example' })

describe.each([
  ['production', () => openSite(withMail(), SERVE, root)],
  // With a public host name, because a public site shows no example testimonials.
  ['astro dev', () => openDevSite({ ...BEHIND_PROXY, SITE_URL: 'http://www.exemple.fr' }, root)],
])('Astro features in %s', (mode, open) => {
  let site: Site
  beforeAll(async () => {
    // With one saddlery left, because one is enough to replace the steps by the list.
    if (mode === 'astro dev') for (const name of 'bcd') rmSync(join(root, `src/content/saddleries/${name}.yaml`))
    site = await open()
  })
  afterAll(() => site?.close())

  const get = (path: string) => fetch(site.url + path, { redirect: 'manual' })

  it('the home page offers a quote instead of the waiting list once the series is ready', async () => {
    const html = await (await get('/')).text()
    expect(html).toMatch(/La\s(?:<[^>]*>)?série est prête/)
    expect(html).not.toContain('action="/formulaires/waitlist"')
    expect(html).not.toContain('en cours de fabrication')
    expect(html).not.toContain('href="#liste-attente"')
    expect(html.match(/href="\/devis[^"]*"/g)?.length).toBeGreaterThan(2)
    for (const page of ['/partenariat', '/hera-club'])
      expect(await (await get(page)).text()).not.toMatch(/["#]production"/)
    const sheets = await (await get('/quilting')).text()
    expect(sheets).not.toContain('#liste-attente')
    expect(sheets, 'a price').toMatch(/180\s€/)
  })

  it('the home page shows exhibitions, testimonials and the Instagram account', async () => {
    const html = (await (await get('/')).text()).replace(/\s+/g, ' ')
    const [coming = '', past = ''] = html.slice(html.indexOf('data-coming')).split('data-past')
    const words = (text: string) => text.replace(/<[^>]+>| /g, '')
    expect(words(coming)).toMatch(/janvier2020.*31janv\.–30avr\.Salonencours.*mai2099.*1ermaiDerbyd’unjour/)
    expect(coming, 'an exhibition under way is missing').toMatch(
      /data-end="2099-04-30".*datetime="2020-01-31".*datetime="2099-04-30".*href="https:\/\/www\.salon\.example"/,
    )
    expect(coming, 'raised end of an ordinal').toContain('1<sup>er</sup> mai')
    expect(coming).not.toContain('Salon passé')
    expect(past, 'past exhibitions out of order').toMatch(/mai 2019.*Salon passé.*mai 2018.*Salon d’avant/)
    const [, data = '{}'] = /application\/ld\+json">([^<]*)/.exec(html) ?? []
    const events = JSON.parse(data)['@graph'].filter((thing: Record<string, unknown>) => thing['@type'] === 'Event')
    expect(events).toMatchObject([
      { startDate: '2020-01-31', endDate: '2099-04-30', url: 'https://www.salon.example' },
      { startDate: '2099-05-01', endDate: '2099-05-01' },
    ])
    expect(words(html)).toMatch(/Notede4sur5Iltient.*Dressage.*1ermai2026.*12avril2026/)
    // Real testimonials beside examples: the page states how real ones are chosen and that examples are not real. A
    // public site shows only the real ones.
    expect(words(html)).toMatch(/Témoignageschoisisetrangéspardiscipline/)
    expect(words(html).includes('Cesexemples'), 'example testimonials').toBe(mode === 'production')
    expect(html).toMatch(/href="https:\/\/www\.instagram\.com\/exemple">\s*Instagram/)
    const calendar = await (await get('/calendrier.ics')).text()
    expect(calendar.match(/^SUMMARY.*/gm)?.toSorted()).toEqual(
      ['Derby d’un jour', 'Salon d’avant', 'Salon en cours', 'Salon passé'].map((title) => `SUMMARY:${title}`),
    )
    expect(await (await get('/quilting')).text(), 'image of the guarantee notice').toContain(
      '<img src="/favicon.svg" alt="',
    )
    // One picture is no longer marked as rendered.
    expect(await (await get('/terms')).text()).toMatch(
      /Sont des images de synthèse,(?!.*<li>Tapis de selle crème en).*<li>/s,
    )
  })

  it('the drawing of the series shows each piece once as finished, reserved or under way', async () => {
    const html = await (await get('/atelier/essai')).text()
    const [, drawing = '', list = ''] =
      /class="series"[\s\S]*?<svg([\s\S]*?)<\/svg>([\s\S]*?)<\/figure>/.exec(html) ?? []
    const cells = [...drawing.matchAll(/<path[^>]* class="(finished|reserved|underway)[^>]* d="([^"]*)"/g)].map(
      ([, state, path = '']) => {
        let at = 0
        return {
          state,
          at: [...path.matchAll(/([Mm])([\d.]+) ([\d.]+)/g)].map(([, move, x, y]) => {
            at = (move === 'm' ? at : 0) + 1000 * Number(y) + Number(x)
            return at
          }),
        }
      },
    )
    expect(cells.map(({ state, at }) => [state, at.length])).toEqual([
      ['finished', 12],
      ['reserved', 6],
      ['underway', 82],
    ])
    const order = cells.flatMap(({ at }) => at)
    expect(order, 'cells out of order').toEqual(order.toSorted((a, b) => a - b))
    expect(new Set(order).size, 'distinct cells').toBe(100)
    expect(list.replace(/<[^>]+>|\s/g, '')).toBe('Terminés12Réservés6Encours82')
  })

  it('a picture in Markdown gets the alt text of the Markdown', async () => {
    expect(await (await get('/shipping')).text()).toMatch(/<picture(?:(?!<\/picture>)[\s\S])*alt="Un tapis plié"/)
  })

  it('a composed page shows each section by its kind and gets a link in the footer', async () => {
    expect((await get('/sans-image')).status, 'a page whose first section has no picture').toBe(200)
    const html = await (await get('/entretien')).text()
    const shown = [...html.matchAll(/<(?:section|nav)(?: class="([\w-]+)[^"]*")? aria-labelledby="(\w+)"/g)]
    expect(shown.map(([, look = 'plain', name]) => `${name}: ${look}`)).toEqual([
      ...['apres: statement', 'gestes: plain', 'poids: figures', 'mots: values', 'promesses: commitments'],
      'suite: grid',
    ])
    expect(html, 'numbered steps').toMatch(/aria-labelledby="gestes"[\s\S]*?<ol class="list"/)
    const words = html.replace(/<[^>]+>|\s/g, '')
    expect(words).toMatch(/L’entretien.*Brosser.*310g.*Aérer.*Répondre.*Écrireàlamaison.*L’entretien.*Instagram/)
    expect(html).toMatch(/class="grid opening wide"/)
    expect(html).toMatch(/<footer[\s\S]*href="\/entretien"/)
    expect(emptyElements(html), 'elements without text').toEqual([])
  })

  it('the example page of the copywriters’ guide renders without empty elements', async () => {
    const html = await (await get('/exemple')).text()
    expect(html.replace(/<[^>]+>|\s/g, '')).toMatch(/Quelquesgestes.*1Aérer.*2Brosser.*Écrireàlamaison/)
    expect(emptyElements(html), 'elements without text').toEqual([])
  })

  it.each(['/sellerie-royale', '/partenariat'])(
    '%s lists saddleries sorted by region, department and name',
    async (path) => {
      const html = await (await get(path)).text()
      const several = [
        ...['Auvergne-Rhône-Alpes', 'Écurie du Lac'],
        ...['Bretagne', 'Finistère', 'Atelier du Cap', 'Morbihan', 'Bourrelier du Bois', 'Sellerie du Port'],
      ]
      const places = (mode === 'production' ? several : ['Bretagne', 'Morbihan', 'Sellerie du Port']).map(
        (words) => [words, html.search(new RegExp(`>\\s*${words}`))] as const,
      )
      expect(places.filter(([, at]) => at < 0)).toEqual([])
      expect(places.toSorted(([, a], [, b]) => a - b)).toEqual(places)
      expect(html.includes('Bientôt disponible'), 'title of an unpublished list').toBe(false)
      expect(html).toMatch(/Du mardi au samedi[\s\S]*href="https:\/\/www\.port\.example"[^>]*>\s*port\.example/)
    },
  )

  if (mode === 'production')
    it('a photograph in public/ is served without its EXIF location', async () => {
      const photo = await (await get('/IMG_0001.JPG')).arrayBuffer()
      const { format, exif } = await sharp(Buffer.from(photo)).metadata()
      expect([format, exif]).toEqual(['jpeg', undefined])
    })

  // Placed here because it uses the same copy. It moves files away, which `astro dev` would notice.
  if (mode === 'production') testNewForm(() => ({ root, site, mail }))

  it('an API route responds with the header set by the middleware', async () => {
    const answer = await get('/api/essai?q=oui')
    expect(await answer.json()).toEqual({ route: 'oui' })
    expect(answer.headers.get('x-essai')).toBe('oui')
  })

  // In development Astro shows its error overlay instead.
  it.runIf(mode === 'production')('a failing route responds with an HTML page or JSON, by Accept', async () => {
    const failed = (accept: string) => fetch(`${site.url}/api/panne`, { headers: { Accept: accept } })
    const [page, data] = await Promise.all([failed('text/html,*/*;q=0.8'), failed('application/json')])
    expect([page.status, data.status]).toEqual([500, 500])
    expect(await page.text()).toMatch(/<h1[^>]*>/)
    expect(await data.json()).toEqual({ message: expect.any(String) })
    for (const [form, sentence] of [
      ['partnership', /^Une erreur est survenue\. Veuillez réessayer ou nous contacter directement\.$/],
      ['ambassador', /^Une erreur est survenue\. Veuillez réessayer ou nous contacter directement.*@hera\.example/],
    ] as const) {
      const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"city":"Panne"}' }
      const answer = await fetch(`${site.url}/formulaires/${form}`, asked)
      expect([answer.status, await answer.json()]).toEqual([500, { message: expect.stringMatching(sentence) }])
    }
  })

  it('an API route receives a long body', async () => {
    const body = 'x'.repeat(60_000)
    const answer = await fetch(`${site.url}/api/essai`, { method: 'POST', body })
    expect(await answer.json()).toEqual({ received: body.length })
  })

  it('an on-demand page shows an optimized picture', async () => {
    const html = await (await get('/demande?q=essai')).text()
    expect(html).toContain('À la demande : essai')
    const picture = /<img src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#38;', '&') ?? ''
    const shown = await get(picture)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  it('a server island loads from its endpoint', async () => {
    const html = await (await get('/demande')).text()
    const [, island = ''] = /fetch\("([^"]+)"/.exec(html) ?? []
    expect(island).toContain('/_server-islands/Isle')
    expect(await (await get(island)).text()).toContain('Îlot de Léa')
  })

  it('a redirect of astro.config.mjs works', async () => {
    const answer = await get('/ancien')
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/faq'])
  })

  it('Response.redirect() gets the security headers', async () => {
    const answer = await get('/api/renvoi')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://hera.example/faq'])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('an Astro action responds', async () => {
    const answer = await fetch(`${site.url}/_actions/greet`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"Léa"}',
    })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('Bonjour Léa')
  })

  it('a page in a sub-folder shows a collection, a picture in all sizes and an island', async () => {
    const html = await (await get('/atelier/essai')).text()
    expect(html).toContain('Premier essai')
    expect(html).toContain('Compte 41')
    const pictures = [...html.matchAll(/srcset="([^"]+)"/g)].flatMap(([, set = '']) => set.split(', '))
    expect(pictures).toHaveLength(9)
    const files = pictures.map(
      (picture) => picture.split(' ')[0]?.replaceAll('&amp;', '&').replaceAll('&#38;', '&') ?? '',
    )
    const scripts = [...html.matchAll(/(?:component|renderer)-url="([^"]+)"/g)].map(([, url = '']) => url)
    expect(scripts).toHaveLength(2)
    for (const path of [...files, ...scripts]) expect((await get(path)).status, path).toBe(200)
  })

  it('a form is stored, and one from another site is refused', async () => {
    const body = new URLSearchParams({ ...valid.contact, email: 'essai@exemple.fr' })
    const send = (headers: Record<string, string>) =>
      fetch(`${site.url}/formulaires/contact`, { method: 'POST', body, headers, redirect: 'manual' })
    expect((await send({ Origin: 'https://ailleurs.example' })).status).toBe(403)
    const { status, headers } = await send({ Origin: site.url })
    expect([status, headers.get('location')]).toEqual([303, '/merci/contact'])
    expect(site.rows('contact_messages').map(({ email }) => email)).toContain('essai@exemple.fr')
  })

  if (mode === 'astro dev') {
    it('a body above 64 KiB is refused', async () => {
      const body = new URLSearchParams({ ...valid.contact, message: 'x'.repeat(70_000) })
      expect((await fetch(`${site.url}/formulaires/contact`, { method: 'POST', body })).status).toBe(413)
    })

    // Placed last because it changes the copy.
    it('a changed word of a form is on its page and in the answers of the server', async () => {
      const file = join(root, 'src/content/forms/contact.yaml')
      writeFileSync(file, readFileSync(file, 'utf8').replace('label: "Votre message"', 'label: "Vos mots"'))
      await expect.poll(async () => (await get('/contact')).text()).toContain('Vos mots')
      const headers = { Accept: 'application/json', 'Content-Type': 'application/json' }
      const answer = await fetch(`${site.url}/formulaires/contact`, { method: 'POST', headers, body: '{}' })
      expect(await answer.text()).toContain('Vos mots')
      const facts = join(root, 'src/content/facts.yaml')
      writeFileSync(facts, readFileSync(facts, 'utf8').replace('poids_tapis: 310 g', 'poids_tapis: 311 g'))
      await expect.poll(async () => (await get('/quilting')).text(), { message: 'a changed fact' }).toMatch(/311\sg/)
      const company = join(root, 'src/content/company.yaml')
      writeFileSync(company, readFileSync(company, 'utf8').replace('instagram.com/exemple', 'instagram.com/autre'))
      await expect.poll(async () => (await get('/')).text(), { message: 'a changed account' }).toContain('com/autre')
    })
  }
})
