import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { openSite } from '../../site.ts'

/** Headers of a browser that opens a page. */
const OPENED = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', Accept: 'text/html' }
const SEARCH = { ...OPENED, 'Sec-Fetch-Site': 'cross-site', Referer: 'https://www.google.com/search?q=tapis' }
const INSIDE = { ...OPENED, 'Sec-Fetch-Site': 'same-origin' }
const PERSON = { name: 'Léa Martin', email: 'lea@exemple.fr', subject: 'produit', message: 'Bonjour' }
const ADDRESS = '203.0.113.77'

interface Row {
  day: string
  what: string
  name: string
  count: number
}

it('the site counts opened pages and sent forms without personal data, and stores them when it stops', async () => {
  const site = await openSite({ TRUSTED_PROXIES: '1' })
  onTestFinished(async () => void (await site.close()))
  const ask = (at: string, headers: Record<string, string>, init: RequestInit = {}) =>
    fetch(site.url + at, { ...init, headers: { 'X-Forwarded-For': ADDRESS, ...headers } })
  const post = (at: string, headers: Record<string, string>, body?: Record<string, string>) =>
    ask(at, headers, { method: 'POST', ...(body && { body: new URLSearchParams(body) }) })
  const send = () => post('/formulaires/contact', { Accept: 'application/json' }, PERSON)
  const first = await ask('/', SEARCH)
  await ask('/contact?subject=commande', INSIDE)
  await ask('/contact', { ...INSIDE, 'Sec-Purpose': 'prefetch' })
  for (const nowhere of ['/inconnue', '/favicon.svg', '/bureau']) await ask(nowhere, INSIDE)
  await ask('/', { Accept: 'text/html' })
  await ask('/', INSIDE, { method: 'HEAD' })
  const ahead = await post('/api/opened', { Referer: `${site.url}/faq` })
  const foreign = await post('/api/opened', { Referer: `${site.url}/faq`, Origin: 'https://evil.example' })
  const sent = [await send(), await send()]
  const trapped = { ...PERSON, message: 'Robot', confirm_subject: 'robot' }
  const robot = await post('/formulaires/contact', { Accept: 'application/json' }, trapped)
  expect(robot.status, 'a suspected submission').toBe(201)
  expect([first, ahead, foreign, ...sent].map(({ status }) => status)).toEqual([200, 204, 403, 201, 200])
  expect(first.headers.get('set-cookie'), 'the cookie of a page').toBeNull()
  const ended = once(site.process, 'exit')
  site.process.kill('SIGTERM')
  await ended
  const rows = site.rows<Row>('visits')
  const sums = Object.fromEntries(rows.map(({ what, name, count }) => [`${what} ${name}`, count]))
  expect(sums).toMatchObject({
    'visit ': 1,
    'host google.com': 1,
    'page /': 1,
    'page /contact': 1,
    'page /faq': 1,
    'reached contact': 1,
    'reached waitlist': 1,
    'sent contact': 1,
  })
  expect(
    rows.filter(({ what }) => what === 'page' || what === 'sent'),
    'pages and forms counted',
  ).toHaveLength(4)
  expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|lea|tapis|undici|node/i)
})
