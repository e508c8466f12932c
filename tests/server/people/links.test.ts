import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { deskSite, setUpDeskSite } from '../desk/desk-site.ts'

setUpDeskSite()

const rows = () => deskSite.site.rows<Record<string, unknown>>('newsletter_subscriptions')
const sent = async (count: number) => {
  await expect.poll(() => deskSite.mail.received.length, { message: 'e-mails that have arrived' }).toBe(count)
  return deskSite.mail.received.filter(({ to }) => to.includes('lettre@exemple.fr')).at(-1)
}
const path = (text: string, folder: string) => new RegExp(`/${folder}/[\\w-]{32}`).exec(text)?.[0] ?? ''

it('a confirmation link opens a page with one button; requesting the page changes nothing', async () => {
  await deskSite.ask('/formulaires/newsletter', { body: { email: 'lettre@exemple.fr' } })
  const link = path((await sent(1))?.text ?? '', 'confirmation')
  for (const method of ['GET', 'HEAD', 'GET']) {
    const page = await fetch(deskSite.site.url + link, { method })
    expect(page.status, `status of ${method}`).toBe(200)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const html = await page.text()
    if (method === 'HEAD') continue
    const [main = ''] = /<main[\s\S]*<\/main>/.exec(html) ?? []
    expect(main.match(/<button|<input/g), 'buttons and fields of the page').toHaveLength(1)
    expect(main).toContain('<form method="post"')
    for (const secret of ['lettre@exemple.fr', link]) expect(html).not.toContain(secret)
    expect(html).toContain('content="noindex"')
  }
  expect(rows()[0]?.confirmed_at, 'confirmed before the button is pressed').toBeNull()
  // A page without a referrer sends a null origin.
  const done = await deskSite.ask(link, { body: {}, headers: { Origin: 'null' } })
  expect(done.status, 'status of the button').toBe(200)
  expect(await done.text()).toContain('<title>Inscription confirmée – Lettre d’information – Hera<')
  const again = await (await fetch(`${deskSite.site.url}${link}).`)).text()
  expect(again, 'the page of a used link, copied with a bracket and a dot').toContain('Inscription confirmée')
  expect(again).not.toContain('<form method="post"')
  expect(rows()[0]?.confirmed_at, 'time of the confirmation').toBeTruthy()
})

it('an unsubscribe link works by one click (RFC 8058), even while another process holds the lock', async () => {
  const header = (await sent(2))?.headers['list-unsubscribe'] ?? ''
  const link = path(header, 'desinscription')
  const page = await fetch(deskSite.site.url + link)
  const kept = ['referrer-policy', 'cache-control'].map((name) => page.headers.get(name))
  expect([page.status, ...kept]).toEqual([200, 'no-referrer', 'no-store'])
  expect(rows()[0]?.unsubscribed_at, 'unsubscribed by requesting the page').toBeNull()
  const lock = new Sqlite(deskSite.site.databasePath)
  lock.exec('BEGIN IMMEDIATE')
  // Like large mail services: a form, from another origin, without cookie or referrer.
  const headers = { Accept: '*/*', Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' }
  const answer = deskSite.ask(link, { body: { 'List-Unsubscribe': 'One-Click' }, headers })
  await new Promise((resolve) => setTimeout(resolve, 400))
  lock.exec('COMMIT')
  lock.close()
  const done = await answer
  expect(done.status, 'status of the click').toBe(200)
  expect(rows()[0]?.unsubscribed_at, 'time of the unsubscription').toBeTruthy()
  const parts = new FormData()
  parts.set('List-Unsubscribe', 'One-Click')
  expect((await fetch(deskSite.site.url + link, { method: 'POST', body: parts })).status, 'another click').toBe(200)
})

it('the link in a test letter opens a page that says that it unsubscribes nobody', async () => {
  for (const init of [{}, { body: { 'List-Unsubscribe': 'One-Click' } }]) {
    const page = await deskSite.ask('/desinscription/lien-personnel', init)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('personne n’est désinscrit')])
  }
})

it('a link of an erased sign-up responds that no more e-mails will come, by one click too', async () => {
  const mail = deskSite.mail.received.findLast(({ to }) => to.includes('lettre@exemple.fr'))
  const link = path(mail?.headers['list-unsubscribe'] ?? '', 'desinscription')
  deskSite.sql("DELETE FROM leads WHERE form = 'newsletter'")
  const gone = await fetch(deskSite.site.url + link, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
  const never = await fetch(`${deskSite.site.url}/desinscription/${'x'.repeat(32)}`, { method: 'POST' })
  expect([gone.status, never.status]).toEqual([200, 200])
  const html = await gone.text()
  expect(html).toContain('cette liste ne vous écrira plus')
  expect(await never.text(), 'what a stranger learns about an address').toBe(html)
})

it('a link that was never sent responds 404, another method 405, and no link is logged', async () => {
  const unknown = `/confirmation/${'x'.repeat(32)}`
  for (const method of ['GET', 'POST'])
    expect((await fetch(deskSite.site.url + unknown, { method })).status, `${method} of a link never sent`).toBe(404)
  expect((await fetch(`${deskSite.site.url}/confirmation/court`)).status, 'a link that is too short').toBe(404)
  expect((await fetch(deskSite.site.url + unknown, { method: 'DELETE' })).status, 'another method').toBe(405)
  await expect.poll(() => deskSite.site.output()).toContain('POST /confirmation/… 404')
  expect(deskSite.site.output()).not.toMatch(/[\w-]{32}|lettre@/)
})
