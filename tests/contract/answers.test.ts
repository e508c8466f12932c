import { readFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { CONFIRMED } from '../../src/forms/envelope.ts'
import { addressOf } from '../attacks/attack.ts'
import { cookieOf } from '../server/desk/desk-site.ts'
import { valid } from '../support/samples.ts'
import { openSite, type Site } from '../support/site.ts'
import { BODY_MAX_BYTES, FORMS_BURST } from './figures.ts'
import { FORMS, normalised } from './forms.ts'

/** Sends each row of the table in decisions.md, «Forms», to the built site. */
let site: Site
beforeAll(async () => {
  site = await openSite({ TRUSTED_PROXIES: '1' })
})
afterAll(() => site?.close())

let visitor = 0
const DATA = { Accept: 'application/json', 'Content-Type': 'application/json' }
/** Sends a request from a new address each time. */
function ask(path: string, options: RequestInit = {}): Promise<Response> {
  visitor += 1
  const headers = { 'X-Forwarded-For': addressOf(visitor), ...DATA, ...options.headers }
  return fetch(site.url + path, { method: 'POST', redirect: 'manual', ...options, headers })
}
/** Sends a form as the island does. */
const send = (path: string, body: object, headers = {}) => ask(path, { body: JSON.stringify(body), headers })
/** Sends a form as a browser does without JavaScript. */
const sendPlain = (path: string, body: Record<string, string>) =>
  ask(path, {
    body: new URLSearchParams(body),
    headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
  })

describe.each(Object.entries(FORMS))('decisions «Forms»: /formulaires/%s', (name, form) => {
  const path = `/formulaires/${name}`
  const body = { ...valid[name], email: `contrat-${name}@exemple.fr` }

  it('stored: 201 { message, reference } with the message of specification §8; as a page 303 to /merci', async () => {
    const response = await send(path, body)
    expect(response.status).toBe(201)
    const answer = (await response.json()) as Record<string, string>
    expect(Object.keys(answer).sort()).toEqual(['message', 'reference'])
    expect(normalised(answer.message ?? '')).toContain(normalised(form.success))
    const rows = site.rows(form.table)
    expect(rows, 'stored rows').toHaveLength(1)
    expect(rows[0]).toMatchObject({ reference: answer.reference, suspected_spam: 0 })
    expect(answer.reference).toMatch(/^[A-Z]-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(rows[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(rows[0]?.notice_version).toMatch(/^[a-f\d]{12}$/)
    if (name === 'withdrawal') return
    const page = await sendPlain(path, { ...body, email: `page-${name}@exemple.fr` })
    expect([page.status, page.headers.get('location')]).toEqual([303, `/merci/${name}`])
  })

  it('sent twice: one row and its reference; 201 for a sign-up, 200 for other forms', async () => {
    const isList = name === 'waitlist' || name === 'newsletter'
    const { length } = site.rows(form.table)
    const response = await send(path, body)
    expect(response.status).toBe(isList ? 201 : 200)
    const { reference } = (await response.json()) as { reference: string }
    expect(site.rows(form.table)[0]).toMatchObject({ reference })
    expect(site.rows(form.table), 'rows after the second submission').toHaveLength(length)
  })

  it('GET: 303 to the page of the form', async () => {
    const response = await ask(path, { method: 'GET' })
    expect(response.status).toBe(303)
    expect(form.pages).toContain(response.headers.get('location'))
  })

  it('invalid: 422 { message, errors } with a sentence for each required field; as a page with the values and a focused summary', async () => {
    const response = await send(path, {})
    expect(response.status).toBe(422)
    const answer = (await response.json()) as { errors: Record<string, string> }
    expect(Object.keys(answer).sort()).toEqual(['errors', 'message'])
    expect(Object.keys(answer.errors).sort()).toEqual([...form.required].sort())

    const { length } = site.rows(form.table)
    const box = name === 'ambassador' ? 'guardian_consent' : undefined
    const page = await sendPlain(path, { ...body, ...(box && { [box]: '1' }), email: 'incomplet@' })
    expect([page.status, page.statusText]).toEqual([422, 'Unprocessable Entity'])
    const html = await page.text()
    expect(html).toContain('incomplet@')
    const ticked = html.match(/<input[^>]* checked[^>]*>/g) ?? []
    if (box) expect(ticked.join(), 'checked boxes').toContain(`name="${box}"`)
    expect(html).toMatch(/class="form-summary"[^>]*autofocus/i)
    expect(html).toMatch(new RegExp(`href="#${name}(-reponse)?-email"`))
    expect(site.rows(form.table), 'rows after an invalid submission').toHaveLength(length)
  })
})

it('decisions «Forms»: from another site 403, malformed 400, wrong type 415, too large 413, other method 405 with Allow', async () => {
  const path = '/formulaires/contact'
  const body = { ...valid.contact, email: 'toutes@exemple.fr' }
  expect((await send(path, body, { Origin: 'https://ailleurs.example' })).status).toBe(403)
  expect((await ask(path, { body: '{' })).status).toBe(400)
  expect((await send(path, body, { 'Content-Type': 'text/plain' })).status).toBe(415)
  const sized = (bytes: number) => send(path, { ...body, message: 'x'.repeat(bytes) })
  expect([(await sized(BODY_MAX_BYTES)).status, (await sized(BODY_MAX_BYTES - 2000)).status]).toEqual([413, 422])
  for (const each of [path, '/merci/contact', '/api/health']) {
    const other = await ask(each, { method: 'DELETE' })
    expect([other.status, other.headers.get('allow')], each).toEqual([405, expect.stringContaining('POST')])
  }
})

it.each([
  ['an IPv6 /64', FORMS_BURST.ipv6, '2001:db8:9:9::9'],
  ['an IPv4 address', FORMS_BURST.ipv4, '10.9.9.9'],
])('decisions «Forms»: requests from %s beyond a burst of %i get 429 with Retry-After', async (_, burst, from) => {
  const sendBurst = () =>
    Promise.all(Array.from({ length: burst }, () => send('/formulaires/contact', {}, { 'X-Forwarded-For': from })))
  expect((await sendBurst()).map(({ status }) => status)).toEqual(Array(burst).fill(422))
  // Sends the burst again, because some of the limit recovers meanwhile.
  const further = await sendBurst()
  const refused = further.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after')), 'seconds to wait').toBeGreaterThan(0)
})

it('specification §8 «Error catalogue»: a storage failure is 503 with the failure message of the form', async () => {
  const { email } = parse(readFileSync('src/content/company.yaml', 'utf8')) as { email: string }
  const lock = new Sqlite(site.databasePath)
  onTestFinished(() => void lock.close())
  lock.exec('BEGIN IMMEDIATE')
  const failed = async (name: string, form: (typeof FORMS)[string]) => {
    const body = { ...valid[name], email: `plus-tard-${name}@exemple.fr`, step: CONFIRMED }
    const path = `/formulaires/${name}`
    const [data, page] = await Promise.all([send(path, body), sendPlain(path, body)])
    expect([data.status, page.status], name).toEqual([503, 503])
    const message = normalised(((await data.json()) as { message: string }).message)
    // Two messages end with the contact e-mail, the others do not; the sentence before it is the same.
    const [sentence = '', ...end] = normalised(form.failure).split(' ({email})')
    expect(message, name).toContain(sentence)
    expect(message.includes(email), name).toBe(end.length > 0)
    expect(await page.text(), name).toContain('<title>À renvoyer')
  }
  await Promise.all(Object.entries(FORMS).map(([name, form]) => failed(name, form)))
})

it('the thanks without JavaScript show what was sent again, to its sender only', async () => {
  const body = { ...valid.contact, email: 'copie@exemple.fr' }
  const cookie = cookieOf(await sendPlain('/formulaires/contact', body))
  const thanks = async (name: string, asked: string) =>
    (await fetch(`${site.url}/merci/${name}`, { headers: { Cookie: asked } })).text()
  const html = await thanks('contact', cookie)
  expect(html).toContain(body.email)
  expect(html).toMatch(/download="hera-[A-Z]-\w{4}-\w{4}\.txt" href="data:text\/plain/)
  expect(await thanks('partnership', cookie)).not.toContain(body.email)
  const others = await thanks('contact', 'recu=constructor')
  expect(others).toContain('Merci pour votre message.')
  expect(others).not.toContain(body.email)
})
