import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LETTER } from '../server/letters/letter.ts'
import { openSite, type Site } from '../site.ts'
import { type MailServer, openMailServer } from '../smtp.ts'
import { runHeraWith } from './desk.ts'

/** A day of the owner, beside a site that runs and a real mail server: tests build on one another. */
let mail: MailServer
let site: Site
let env: Record<string, string>
beforeAll(async () => {
  mail = await openMailServer()
  env = { SMTP_URL: mail.url, MAIL_FROM: 'Hera <bonjour@hera.example>', MAIL_TO: 'atelier@hera.example' }
  site = await openSite(env)
  env = { ...env, DATABASE_PATH: site.databasePath }
  for (const n of [1, 2, 3, 4]) await signUp(`lecteur${n}@exemple.fr`)
  await signUp('oublie@exemple.fr', false)
})
afterAll(async () => {
  await site?.close()
  await mail?.close()
})

async function signUp(email: string, confirmed = true) {
  const body = new URLSearchParams({ email })
  await fetch(`${site.url}/formulaires/newsletter`, { method: 'POST', headers: { Accept: 'application/json' }, body })
  if (!confirmed) return
  const db = new Sqlite(site.databasePath)
  db.prepare("UPDATE newsletter_subscriptions SET confirmed_at = strftime('%Y-%m-%dT%H:%M:%fZ') WHERE email = ?").run(
    email,
  )
  db.close()
}
const file = (name: string, text: string) => {
  const path = join(dirname(site.databasePath), name)
  writeFileSync(path, text)
  return path
}
const operator = (...args: string[]) => runHeraWith(env, 'letter', ...args)
const letters = () => mail.received.filter(({ headers }) => headers['list-id'])
const to = ['--to', 'newsletter']

it('test sends to one address, its picture inside, and notes nothing', async () => {
  await expect.poll(() => mail.received.length).toBe(5)
  mail.received.length = 0
  const good = file('bonne.md', LETTER.replace('#livraison', ''))
  const { code, out } = await operator('test', good, ...to, '--address', 'moi@exemple.fr')
  expect(out).toMatch(/✓ Message /)
  expect(code).toBe(0)
  expect(mail.received.map(({ to }) => to)).toEqual([['moi@exemple.fr']])
  expect(mail.received[0]?.headers['content-type']).toContain('multipart')
  expect((await operator('list')).out).toBe('')
  const leave = new URL(mail.received[0]?.headers['list-unsubscribe']?.slice(1, -1) ?? '').pathname
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  for (const clicked of [await fetch(site.url + leave), await fetch(site.url + leave, { method: 'POST', body })]) {
    expect(clicked.status).toBe(200)
    expect(await clicked.text()).toContain('personne n’est désinscrit')
  }
  expect(
    site
      .rows<{ unsubscribed_at: string | null }>('newsletter_subscriptions')
      .every((row) => row.unsubscribed_at === null),
  ).toBe(true)
})

it('send goes to each confirmed address once, shows its progress in lines, and never goes twice', async () => {
  mail.received.length = 0
  const good = file('bonne.md', LETTER.replace('#livraison', ''))
  const { code, err } = await operator('send', good, ...to, '--yes', '--wait')
  expect(code).toBe(0)
  expect(err).toContain('4 destinataires.')
  expect(err).toMatch(/Finie : 4 parties, 0 refusée, 0 retirée, 0 incertaine\./)
  expect(letters().map(({ to }) => to[0])).toEqual([1, 2, 3, 4].map((n) => `lecteur${n}@exemple.fr`))
  expect(await operator('send', good, ...to, '--yes')).toMatchObject({
    code: 0,
    err: expect.stringContaining('rien de nouveau ne part'),
  })
  expect((await operator('list')).out).toMatch(
    /^1\t.*\tnewsletter\tLe printemps à l’atelier\tfinie .*\t4\t4\t0\t0\t0\t0\n$/,
  )
  expect((await operator('show', '1')).out).toMatch(
    /^À newsletter, .*\n4 destinataires : 4 parties.*\n\nLe printemps à l’atelier\n\nBonjour,\n/,
  )
})

it('one click in the mail program unsubscribes (RFC 8058), as the page does', async () => {
  const address = (n: number) =>
    letters()
      [n]?.headers['list-unsubscribe']?.slice(1, -1)
      .replace(/^https?:\/\/[^/]+/, site.url) ?? ''
  // As large mail services send it: a form, from a place of their own, without cookie or referrer.
  const oneClick = await fetch(address(0), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: 'https://mail.example',
      'Sec-Fetch-Site': 'cross-site',
    },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'manual',
  })
  expect(oneClick.status).toBe(200)
  const parts = new FormData()
  parts.set('List-Unsubscribe', 'One-Click')
  expect((await fetch(address(1), { method: 'POST', body: parts, redirect: 'manual' })).status).toBe(200)
  expect((await fetch(address(2))).status).toBe(200)
  const states = site
    .rows<{ unsubscribed_at: string | null }>('newsletter_subscriptions')
    .map(({ unsubscribed_at }) => unsubscribed_at !== null)
  expect(states).toEqual([true, true, false, false, false])
  expect(
    (await operator('check', file('suite.md', LETTER.replace('#livraison', 'x').replace('/faqx', '/faq')), ...to)).err,
  ).toContain('2 destinataires.')
})
