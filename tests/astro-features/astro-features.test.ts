import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valid } from '../support/samples.ts'
import { buildCopy, type Change, copyProject } from '../support/scratch-copy.ts'
import { openDevSite, openSite, SERVE, type Site } from '../support/site.ts'
import { type MailServer, openMailServer } from '../support/smtp.ts'
import { FORM_FILES, FORM_LINES, testNewForm } from './new-form.ts'
import { FACTS, testOwnTexts } from './own-texts.ts'

/** Files that a developer who knows Astro might add to the project. */
const ADDED = 'tests/fixtures/astro-features/files'
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
  // Saves four seconds of processor time; build/dist.test.ts checks the compressed files.
  ['src/build/integration.ts', '        await precompress(client)\n', ''],
  // A fault that nobody foresaw.
  [
    'src/server/leads/intake/answer-form.ts',
    '  const outcome = await submit(',
    "  if (input.city === 'Panne') throw new Error('essai')\n  const outcome = await submit(",
  ],
]

const PHOTOS = ['IMG_0001.JPG', 'photo.jpeg', 'photo.png', 'photo.webp', 'photo.avif']
/** As an image editor writes it. */
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,51N"/></rdf:RDF></x:xmpmeta>'

/** A build takes half a minute of CPU time; a busy machine may need a quarter of an hour for it. */
const BUILD_MS = 900_000

/** A copy of the project with all additions and changes, built once. */
let root: string
let mail: MailServer

beforeAll(async () => {
  root = copyProject([ADDED, FORM_FILES], [...CHANGED, ...FACTS, ...FORM_LINES])
  const [, example = ''] = /^```yaml page\n([\s\S]*?)^```/m.exec(readFileSync('src/content/README.md', 'utf8')) ?? []
  writeFileSync(join(root, 'src/content/pages/entretien.yaml'), example)
  const photo = sharp({ create: { width: 300, height: 200, channels: 3, background: '#efe6d2' } })
  const placed = photo.clone().withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' } })
  for (const name of PHOTOS)
    await placed
      .clone()
      .withMetadata({ orientation: 6 })
      .toFile(join(root, 'public', name))
  await photo.clone().withXmp(XMP).toFile(join(root, 'public/retouched.jpg'))
  await photo.clone().toFile(join(root, 'public/plain.jpg'))
  const model = join(root, 'src/content/models/elegance.yaml')
  writeFileSync(model, readFileSync(model, 'utf8').replace(/^ {2}price: .*$/m, '  price: "{{ prix_essai }}"'))
  buildCopy(root)
  mail = await openMailServer()
}, BUILD_MS)
afterAll(() => mail?.close())

const withMail = () => ({
  ...{ SMTP_URL: mail.url, MAIL_FROM: 'bonjour@hera.example', MAIL_TO: 'maison@hera.example' },
  MAIL_TO_ESSAI_SELLE: 'atelier@hera.example',
})

let site: Site
const get = (path: string) => fetch(site.url + path, { redirect: 'manual' })
const text = async (path: string) => (await get(path)).text()
const post = (path: string, body: BodyInit, headers: HeadersInit = {}) =>
  fetch(site.url + path, { method: 'POST', body, headers, redirect: 'manual' })
const JSON_BODY = { Accept: 'application/json', 'Content-Type': 'application/json' }

/** Opens a site of the copy for the tests of a group. */
function openFor(open: () => Promise<Site>): void {
  beforeAll(async () => {
    site = await open()
  })
  afterAll(() => site?.close())
}

/** What a developer who knows Astro adds works alike in both modes. */
function testFeatures(mode: 'production' | 'development'): void {
  it('an API route responds with the header set by the middleware, and receives a long body', async () => {
    const answer = await get('/api/essai?q=oui')
    expect(await answer.json()).toEqual({ route: 'oui' })
    expect(answer.headers.get('x-essai')).toBe('oui')
    const body = 'x'.repeat(60_000)
    expect(await (await post('/api/essai', body)).json()).toEqual({ received: body.length })
  })

  it('an on-demand page shows an optimized picture and a server island from its endpoint', async () => {
    const html = (await text('/demande?q=essai')).replaceAll(/&(amp|#38);/g, '&')
    expect(html).toContain('À la demande : essai')
    const shown = await get(/<img src="([^"]+)"/.exec(html)?.[1] ?? '')
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const [, island = ''] = /fetch\("([^"]+)"/.exec(html) ?? []
    expect(island).toContain('/_server-islands/Isle')
    expect(await text(island)).toContain('Îlot de Léa')
  })

  it('a redirect of astro.config.mjs works, and Response.redirect() gets the security headers', async () => {
    const old = await get('/ancien')
    expect([old.status, old.headers.get('location')]).toEqual([301, '/faq'])
    const away = await get('/api/essai?q=renvoi')
    expect([away.status, away.headers.get('location')]).toEqual([303, 'https://hera.example/faq'])
    expect(away.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('an Astro action responds', async () => {
    const answer = await post('/_actions/greet', '{"name":"Léa"}', JSON_BODY)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('Bonjour Léa')
  })

  it('a page in a sub-folder shows a collection, a picture in all sizes and an island', async () => {
    const html = await text('/atelier/essai')
    expect(html).toContain('Premier essai')
    expect(html).toContain('Compte 41')
    const pictures = [...html.matchAll(/srcset="([^"]+)"/g)].flatMap(([, set = '']) => set.split(', '))
    expect(pictures).toHaveLength(9)
    const scripts = [...html.matchAll(/(?:component|renderer)-url="([^"]+)"/g)].map(([, url = '']) => url)
    expect(scripts).toHaveLength(2)
    // In development each picture is cut when it is asked for.
    const asked = mode === 'production' ? pictures : pictures.slice(-1)
    const files = asked.map((picture) => picture.split(' ')[0]?.replaceAll(/&(amp|#38);/g, '&') ?? '')
    for (const path of [...files, ...scripts]) expect((await get(path)).status, path).toBe(200)
  })

  it('a form is stored, and one from another site is refused', async () => {
    const body = new URLSearchParams({ ...valid.contact, email: 'essai@exemple.fr' })
    const send = (Origin: string) => post('/formulaires/contact', body, { Origin })
    expect((await send('https://ailleurs.example')).status).toBe(403)
    const { status, headers } = await send(site.url)
    expect([status, headers.get('location')]).toEqual([303, '/merci/contact'])
    expect(site.rows('contact_messages').map(({ email }) => email)).toContain('essai@exemple.fr')
  })
}

describe('in production', () => {
  openFor(() => openSite(withMail(), SERVE, root))
  testFeatures('production')

  testOwnTexts(text)

  it('photographs in public/ are served without their location in EXIF and XMP, and upright; others as they are', async () => {
    const served = async (name: string) => Buffer.from(await (await get(`/${name}`)).arrayBuffer())
    for (const name of PHOTOS) {
      const { exif, width, height } = await sharp(await served(name)).metadata()
      expect({ name, exif, width, height }).toEqual({ name, exif: undefined, width: 200, height: 300 })
    }
    expect((await sharp(await served('retouched.jpg')).metadata()).xmp, 'XMP with GPS data').toBeUndefined()
    expect(readFileSync(join(root, 'public/plain.jpg')).equals(await served('plain.jpg')), 'unchanged').toBe(true)
  })

  it('a failing route responds with an HTML page or JSON, by Accept', async () => {
    const failed = (accept: string) => fetch(`${site.url}/api/essai?q=panne`, { headers: { Accept: accept } })
    const [page, data] = await Promise.all([failed('text/html,*/*;q=0.8'), failed('application/json')])
    expect([page.status, data.status]).toEqual([500, 500])
    expect(await page.text()).toMatch(/<h1[^>]*>/)
    expect(await data.json()).toEqual({ message: expect.any(String) })
    for (const [form, sentence] of [
      ['partnership', /^Une erreur est survenue\. Veuillez réessayer ou nous contacter directement\.$/],
      ['ambassador', /^Une erreur est survenue\. Veuillez réessayer ou nous contacter directement.*@hera\.example/],
    ] as const) {
      const answer = await post(`/formulaires/${form}`, '{"city":"Panne"}', JSON_BODY)
      expect([answer.status, await answer.json()]).toEqual([500, { message: expect.stringMatching(sentence) }])
    }
  })

  // Placed last because it moves files away.
  testNewForm(() => ({ root, site, mail }))
})

describe('in astro dev', () => {
  // With a public host name, because a public site shows no example testimonials.
  openFor(() => openDevSite({ TRUSTED_PROXIES: '1', SITE_URL: 'http://www.exemple.fr', REHEARSAL: '1' }, root))
  testFeatures('development')

  it('a public site shows real testimonials only', async () => {
    const html = await text('/')
    expect(html).toContain('Dressage')
    expect(html).not.toMatch(/Ces\sexemples/)
  })

  it('a rehearsal asks search engines to stay away', async () => {
    expect(await text('/terms')).toContain('<meta name="robots" content="noindex">')
    expect(await text('/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
  })

  it('a body above 64 KiB is refused', async () => {
    const body = new URLSearchParams({ ...valid.contact, message: 'x'.repeat(70_000) })
    expect((await post('/formulaires/contact', body)).status).toBe(413)
  })

  // Placed last because it changes the copy.
  it('a changed word of a form is on its page and in the answers of the server, and so are facts', async () => {
    const change = (file: string, from: string, to: string) =>
      writeFileSync(join(root, file), readFileSync(join(root, file), 'utf8').replace(from, to))
    change('src/content/forms/contact.yaml', 'label: "Votre message"', 'label: "Vos mots"')
    change('src/content/facts.yaml', 'poids_tapis: 310 g', 'poids_tapis: 311 g')
    change('src/content/company.yaml', 'instagram.com/exemple', 'instagram.com/autre')
    await expect.poll(() => text('/contact')).toContain('Vos mots')
    await expect.poll(() => text('/quilting'), { message: 'a changed fact' }).toMatch(/311\sg/)
    await expect.poll(() => text('/'), { message: 'a changed account' }).toContain('com/autre')
    expect(await (await post('/formulaires/contact', '{}', JSON_BODY)).text()).toContain('Vos mots')
  })
})
