import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cookieOf, type Office, openOffice } from './office.ts'

let office: Office
let cookie: string
let reference: string
beforeAll(async () => {
  office = await openOffice()
  cookie = await office.signIn()
  const answer = await office.ask('/formulaires/contact', {
    body: { name: 'Léa', email: 'lea@exemple.fr', subject: 'autre', message: 'Bonjour' },
    headers: { Accept: 'application/json' },
  })
  reference = ((await answer.json()) as { reference: string }).reference
})
afterAll(() => office?.close())

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

it('writes no token, no reference and nothing that was typed into the log', async () => {
  await office.ask(`/bureau/${reference}`, { cookie, body: { action: 'suivi', note: 'lea@exemple.fr', version: '0' } })
  expect(office.site.output()).toContain('POST /bureau/… 303')
  expect(office.site.output()).not.toMatch(
    new RegExp(`${cookie.split('=')[1]}|x{24}|lea@|${reference}|atelier@hera.example.*POST`),
  )
})
