import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cookieOf, FOREIGN, type Office, openOffice } from './office.ts'

/** Markup, and a name between braces as our own texts call a value. */
const MARKUP = '"><script>alert(1)</script><img src=x onerror=alert(1)> {{ x }}'

let office: Office
let cookie: string
let reference: string
beforeAll(async () => {
  office = await openOffice()
  cookie = await office.signIn()
  const answer = await office.ask('/formulaires/contact', {
    body: { name: MARKUP, email: 'lea@exemple.fr', subject: 'autre', message: `${MARKUP}\nhttps://evil.example` },
    headers: { Accept: 'application/json' },
  })
  reference = ((await answer.json()) as { reference: string }).reference
})
afterAll(() => office?.close())

const followUp = () => office.sql('SELECT state, note, version FROM leads WHERE reference = ?', reference)[0]

it('gives a new token at sign-in, whatever cookie the browser brought (fixation)', async () => {
  const planted = `bureau=${'a'.repeat(32)}`
  expect((await office.ask('/bureau', { cookie: planted })).status).toBe(401)
  const entered = await office.ask(await office.link(), { body: {}, cookie: planted })
  expect(cookieOf(entered)).not.toBe(planted)
  expect((await office.ask('/bureau', { cookie: planted })).status).toBe(401)
})

it('closes the session that the device had when it signs in anew', async () => {
  const first = await office.signIn()
  const second = cookieOf(await office.ask(await office.link(), { body: {}, cookie: first }))
  expect((await office.ask('/bureau', { cookie: first })).status).toBe(401)
  expect((await office.ask('/bureau', { cookie: second })).status).toBe(200)
})

it('opens by no guess: neither hash, nor prefix, nor the wrong shape of a token', async () => {
  const token = cookie.split('=')[1] ?? ''
  const hash = createHash('sha256').update(token).digest('hex')
  for (const guess of [
    '',
    hash,
    hash.slice(0, 32),
    token.slice(0, 31),
    `${token}x`,
    token.toUpperCase(),
    "' OR 1=1 --",
  ])
    if (guess !== token) expect((await office.ask('/bureau', { cookie: `bureau=${guess}` })).status).toBe(401)
})

it('opens by nothing that a stolen database holds', async () => {
  const token = cookie.split('=')[1] ?? ''
  const dump = JSON.stringify([
    ...office.site.rows('desk_sessions'),
    ...office.site.rows('desk_links'),
    ...office.site.rows('outbox'),
  ])
  expect(dump).not.toContain(token)
  for (const [secret] of dump.matchAll(/[\w-]{32,64}/g))
    expect((await office.ask('/bureau', { cookie: `bureau=${secret.slice(0, 32)}` })).status).toBe(401)
})

it.each(FOREIGN)('takes no post of another site: %o', async (headers) => {
  const posts = [
    office.ask(`/bureau/${reference}`, { cookie, headers, body: { action: 'repondue', version: '0' } }),
    office.ask(`/bureau/${reference}/effacer`, { cookie, headers, body: { adresse: 'lea@exemple.fr' } }),
    office.ask('/bureau/deconnexion', { cookie, headers, body: {} }),
  ]
  for (const answer of await Promise.all(posts)) expect(answer.status).toBe(403)
  expect(followUp()).toMatchObject({ state: 'nouvelle', version: 0 })
  expect((await office.ask('/bureau', { cookie })).status).toBe(200)
})

it('changes nothing by GET', async () => {
  for (const path of [
    `/bureau/${reference}?action=repondue&version=0`,
    `/bureau/${reference}/effacer?adresse=lea@exemple.fr`,
  ])
    expect((await office.ask(path, { cookie })).status).toBe(200)
  expect((await office.ask('/bureau/deconnexion', { cookie })).status).not.toBe(200)
  expect(followUp()).toMatchObject({ state: 'nouvelle', version: 0 })
  expect((await office.ask('/bureau', { cookie })).status).toBe(200)
})

it('shows stored markup, and what was typed into a note or a search, as text; makes no link of it', async () => {
  await office.ask(`/bureau/${reference}`, {
    cookie,
    body: { action: 'suivi', state: 'en cours', note: MARKUP, version: '0' },
  })
  const pages = [
    '/bureau',
    `/bureau/${reference}`,
    `/bureau/${reference}/effacer`,
    `/bureau?mots=${encodeURIComponent(MARKUP)}`,
  ]
  for (const path of pages) {
    // Inside the quotes of an attribute only a quote could end it, and that is escaped.
    const answer = await office.ask(path, { cookie })
    expect(answer.status, path).toBe(200)
    const html = (await answer.text()).replace(/="[^"]*"/g, '=""')
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
  }
  const lead = await (await office.ask(`/bureau/${reference}`, { cookie })).text()
  expect(lead).not.toContain('href="https://evil.example')
  expect(followUp()).toMatchObject({ note: MARKUP })
})

it('tells the second of two people who change one submission, and loses neither note', async () => {
  const { version } = followUp() as { version: number }
  const change = (note: string) =>
    office.ask(`/bureau/${reference}`, {
      cookie,
      body: { action: 'suivi', state: 'en cours', note, version: String(version) },
    })
  expect((await change('La première')).status).toBe(303)
  const second = await change('La seconde')
  expect(second.status).toBe(409)
  const html = await second.text()
  expect(html).toContain('La seconde')
  expect(html).toContain('La première')
  expect(followUp()).toMatchObject({ note: 'La première', version: version + 1 })
})

it('is left behind on a shared phone: the session ends, and what the browser remembers goes', async () => {
  const shared = await office.signIn()
  const left = await office.ask('/bureau/deconnexion', { cookie: shared, body: {} })
  expect(left.status).toBe(303)
  expect(left.headers.get('set-cookie')).toMatch(/bureau=deleted|bureau=;/)
  expect(left.headers.get('clear-site-data')).toBe('"cache"')
  expect((await office.ask('/bureau', { cookie: shared })).status).toBe(401)
})

it('erases a person in two steps, and only the address that was shown', async () => {
  const shown = await (await office.ask(`/bureau/${reference}/effacer`, { cookie })).text()
  expect(shown).toContain('lea@exemple.fr')
  await office.ask(`/bureau/${reference}/effacer`, { cookie, body: { adresse: 'autre@exemple.fr' } })
  expect(office.site.rows('contact_messages')).toHaveLength(1)
  expect(
    (await office.ask(`/bureau/${reference}/effacer`, { cookie, body: { adresse: 'lea@exemple.fr' } })).status,
  ).toBe(303)
  expect(office.site.rows('contact_messages')).toHaveLength(0)
  expect(office.site.rows('leads')).toHaveLength(0)
  expect(office.site.rows('lead_changes')).toHaveLength(0)
})

it('writes no token, no reference and nothing that was typed into the log', () => {
  expect(office.site.output()).toContain('GET /bureau/…')
  expect(office.site.output()).not.toMatch(
    new RegExp(`${cookie.split('=')[1]}|x{24}|lea@|${reference}|atelier@hera.example.*POST`),
  )
})
