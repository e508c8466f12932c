import { createHash } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, office, sharedOffice } from './office.ts'

sharedOffice()
let cookie: string
let reference: string
beforeAll(async () => {
  cookie = await office.signIn()
  const answer = await office.ask('/formulaires/contact', {
    body: { name: 'Léa', email: 'lea@exemple.fr', subject: 'autre', message: 'Bonjour' },
    headers: { Accept: 'application/json' },
  })
  reference = ((await answer.json()) as { reference: string }).reference
})

it('gives a new token at sign-in, whatever cookie the browser brought (fixation)', async () => {
  const planted = `bureau=${'a'.repeat(32)}`
  expect((await office.ask('/bureau', { cookie: planted })).status, 'a planted token before the sign-in').toBe(401)
  const entered = await office.ask(await office.link(), { body: {}, cookie: planted })
  expect(cookieOf(entered)).not.toBe(planted)
  expect((await office.ask('/bureau', { cookie: planted })).status, 'a planted token after the sign-in').toBe(401)
})

it('closes the session that the device had when it signs in anew', async () => {
  const first = await office.signIn()
  const second = cookieOf(await office.ask(await office.link(), { body: {}, cookie: first }))
  expect((await office.ask('/bureau', { cookie: first })).status, 'the former session').toBe(401)
  expect((await office.ask('/bureau', { cookie: second })).status, 'the new session').toBe(200)
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
    if (guess !== token) expect((await office.ask('/bureau', { cookie: `bureau=${guess}` })).status, guess).toBe(401)
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
    expect((await office.ask('/bureau', { cookie: `bureau=${secret.slice(0, 32)}` })).status, secret).toBe(401)
})

it('writes no token, no reference and nothing that was typed into the log', async () => {
  await office.ask(`/bureau/${reference}`, { cookie, body: { action: 'suivi', note: 'lea@exemple.fr', version: '0' } })
  expect(office.site.output()).toContain('POST /bureau/… 303')
  expect(office.site.output()).not.toMatch(
    new RegExp(`${cookie.split('=')[1]}|x{24}|lea@|${reference}|atelier@hera.example.*POST`),
  )
})

describe('while another program holds the database', () => {
  let lock: Sqlite.Database
  beforeAll(() => {
    lock = new Sqlite(office.site.databasePath)
  })
  afterAll(() => lock?.close())

  /** Does something while another program holds it. */
  async function whileLocked<T>(run: () => Promise<T>): Promise<T> {
    lock.exec('BEGIN IMMEDIATE')
    try {
      return await run()
    } finally {
      lock.exec('ROLLBACK')
    }
  }

  it('a change at the desk is 503 with all that was typed, others are answered meanwhile, and health is red', async () => {
    const path = `/bureau/${reference}`
    const [{ version }] = office.sql('SELECT version FROM leads') as [{ version: number }]
    const note = 'Rappeler <Léa> lundi.\nElle "hésite".'
    const body = { action: 'suivi', state: 'en cours', note, rappel: '', version: String(version) }
    const saved = await whileLocked(async () => {
      const saving = office.ask(path, { cookie, body })
      // Whichever comes first: a server that stood still would answer the page after what it was asked before.
      const reading = office.ask('/merci/contact')
      expect(await Promise.race([reading, saving]), 'the page comes before the change is given up').toBe(await reading)
      expect((await reading).status, 'status of the page asked for meanwhile').toBe(200)
      return saving
    })
    expect([saved.status, saved.headers.get('retry-after')]).toEqual([503, '5'])
    const html = await saved.text()
    expect(html).toContain('Rappeler &#60;Léa&#62; lundi.\nElle &#34;hésite&#34;.</textarea>')
    expect(html).toContain('<input type="hidden" name="action" value="suivi">')
    expect(saved.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(saved.headers.get('x-robots-tag')).toBe('noindex')
    expect(await (await fetch(`${office.site.url}/api/health`)).json()).toMatchObject({ status: 'error', write: false })
    // Sent once more from that page.
    expect((await office.ask(path, { cookie, body })).status, 'sent once more').toBe(303)
  })

  it('logging out logs out', async () => {
    const cookie = await office.signIn()
    const left = await whileLocked(async () => {
      const answer = await office.ask('/bureau/deconnexion', { cookie, body: {} })
      // What the browser still remembers opens nothing, while the row is still there and afterwards.
      expect((await office.ask('/bureau', { cookie })).status, 'the page while the row is still there').toBe(401)
      return answer
    })
    expect(left.status, 'status of signing out').toBe(303)
    // What a shared telephone remembers goes too.
    expect(left.headers.get('clear-site-data')).toBe('"cache"')
    expect(cookieOf(left)).toMatch(/^bureau=(deleted)?$/)
    expect((await office.ask('/bureau', { cookie })).status, 'the page afterwards').toBe(401)
  })

  it('a sign-in link is 503 and stays good', async () => {
    const link = await office.link()
    expect((await whileLocked(() => office.ask(link, { body: {} }))).status, 'the link meanwhile').toBe(503)
    expect((await office.ask(link, { body: {} })).status, 'the link afterwards').toBe(303)
  })

  it('the desk can be read', async () => {
    const cookie = await office.signIn()
    expect((await whileLocked(() => office.ask('/bureau', { cookie }))).status).toBe(200)
  })
})
