import { globSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from '../../../src/forms/form.ts'
import { forms } from '../../../src/forms/index.ts'
import { PLAIN_LETTER } from '../../support/letter.ts'
import { valid } from '../../support/samples.ts'
import { cookieOf, type DeskSite, FOREIGN, openDeskSite, STAFF } from './desk-site.ts'

let desk: DeskSite
let cookie: string
let expired: string
beforeAll(async () => {
  desk = await openDeskSite()
  expired = await desk.signIn()
  desk.sql("UPDATE desk_sessions SET seen_at = '2026-01-01T00:00:00.000Z'")
  cookie = await desk.signIn()
})
afterAll(() => desk?.close())

/** Sends a form and returns the reference. */
const submit = async (form: 'contact' | 'quote', extra: Record<string, string>) => {
  await desk.ask(`/formulaires/${form}`, { body: { ...valid[form], ...extra } })
  return String(desk.site.rows<{ reference: string }>('leads').at(-1)?.reference)
}
const reference = () => submit('contact', { message: `Bonjour ${Math.random()}` })
/** Returns a page of the desk, or what a POST to it answers. */
const page = async (path: string, body?: Record<string, string>) =>
  (await desk.ask(`/bureau${path}`, { cookie, ...(body && { body }) })).text()
/** Answers a lead with a file, as the form of its page does. */
const answer = (lead: string, fields: Record<string, string | Blob>, session = cookie, headers = {}) => {
  const body = new FormData()
  for (const [name, value] of Object.entries({ action: 'repondre', vu: '0', ...fields })) body.append(name, value)
  const own = { Accept: 'text/html', Origin: desk.site.url, Cookie: session, ...headers }
  return fetch(`${desk.site.url}/bureau/${lead}`, { method: 'POST', body, headers: own, redirect: 'manual' })
}

it('the desk answers a lead with a file, which arrives once, and shows it in the thread', async () => {
  const lead = await reference()
  const html = await page(`/${lead}`)
  for (const control of [/<textarea[^>]* name="reponse"/, /<button[^>]* name="action" value="repondre"/])
    expect(html).toMatch(control)
  expect(html).toMatch(/<textarea[^>]* name="note"/)
  for (const field of ['name="vu" value="0"', 'type="file" name="fichier"']) expect(html).toContain(field)
  const isTold = () => desk.mail.received.some(({ to, text }) => to.includes(STAFF) && text.includes(lead))
  await expect.poll(isTold, { message: 'the notice to the house' }).toBe(true)
  const large = await answer(lead, { fichier: new File([new Uint8Array(6 * 1024 * 1024)], 'devis.pdf') })
  expect([large.status, await large.text()]).toEqual([413, expect.stringContaining('Le fichier dépasse 5')])
  const fichier = new File(['%PDF-1.7'], 'devis.pdf')
  const sent = await answer(lead, { reponse: 'Oui, en bordeaux.', fichier })
  expect([sent.status, sent.headers.get('Location')]).toEqual([303, expect.stringContaining('parti=')])
  desk.endUndo()
  await expect
    .poll(() => desk.mail.received.find(({ text }) => text.includes('Oui, en bordeaux.'))?.raw)
    .toContain('devis.pdf')
  await expect.poll(() => desk.site.rows('answer_files')).toEqual([])
  const after = await page(`/${lead}`)
  expect(after).toMatch(/Oui, en bordeaux\.[\s\S]*devis\.pdf/)
  expect(after).not.toContain('value="annuler"')
})

it('an answer with the conditions carries them and the withdrawal form in one file, whose links lead to the site', async () => {
  await answer(await submit('quote', {}), { reponse: 'Votre devis, ci-joint.', suite: 'devis' })
  desk.endUndo()
  const raw = () => desk.mail.received.find(({ text }) => text.includes('Votre devis, ci-joint.'))?.raw ?? ''
  await expect.poll(raw).toContain('filename=conditions-de-vente-')
  const [, file = ''] = /filename=conditions[^\r\n]*\r\n\r\n([\w+/=\r\n]+)/.exec(raw()) ?? []
  const html = Buffer.from(file, 'base64').toString()
  expect(html).toMatch(/<h1>Conditions[\s\S]*rétracter/)
  expect(html).toMatch(/href="http[^"]*\/returns/)
  expect(html, 'links to nowhere').not.toMatch(/(href|src)="\//)
})

/** Every address of the desk; those that sign in are for whoever has no session. */
const addresses = (lead: string) =>
  globSync('**/*', { cwd: 'src/pages/bureau', withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('_'))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace(/^.*src\/pages|(\/index)?\.(astro|ts)$/g, ''))
    .filter((path) => !/connexion$|entrer/.test(path))
    .map((path) => path.replace('[reference]', lead).replace('[file]', 'contact.csv').replace('[...reste]', 'x/y/z'))

it('without a session every address shows the sign-in page, stores nothing and is not indexed', async () => {
  const lead = await reference()
  expect(addresses(lead).length).toBeGreaterThan(9)
  for (const path of addresses(lead)) {
    const asked = await desk.ask(path)
    const headers = ['X-Robots-Tag', 'Cache-Control'].map((name) => asked.headers.get(name))
    expect([asked.status, ...headers], path).toEqual([401, 'noindex', 'no-store'])
    const html = await asked.text()
    expect(html, path).toContain('Recevoir mon lien')
    if (path.endsWith(lead)) expect(html, 'where the link leads').toContain(`name="vers" value="${path}"`)
  }
  expect((await answer(lead, { reponse: 'Volée' }, '')).status).toBe(401)
  expect(JSON.stringify(desk.site.rows('thread'))).not.toContain('Volée')
})

it('an answer that cannot be stored comes back with its words', async () => {
  const lead = await reference()
  const lock = new Sqlite(desk.site.databasePath)
  lock.exec('BEGIN IMMEDIATE')
  const sent = await answer(lead, { reponse: 'Gardée.' })
  lock.close()
  expect([sent.status, await sent.text()]).toEqual([503, expect.stringContaining('Gardée.')])
})

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'Content-Type': 'application/json' }
/** A page answers 200 to a POST that it has no act for; an exact status is given where all must refuse. */
it.each<[string, number | undefined, string, Record<string, string>, (() => string)?]>([
  ['without a session', 401, 'action=note&note=x', FORM, () => ''],
  ['with an expired session', 401, 'action=note&note=x', FORM, () => expired],
  ['from another site', 403, 'action=note&note=x', { ...FORM, ...FOREIGN }],
  ['too large', 413, `action=note&note=${'x'.repeat(300_000)}`, FORM],
  ['of another type', undefined, '<x/>', { 'Content-Type': 'text/xml' }],
  ['with wrong types', undefined, '{"action":{},"reponse":[1],"adresse":{}}', JSON_TYPE],
])(
  'a POST %s stores nothing at any address of the desk and is no failure',
  async (_, status, body, headers, session = () => cookie) => {
    const lead = await reference()
    const before = [desk.site.rows('thread'), desk.site.rows('leads')]
    // Whoever is signed in signs out with any body.
    for (const path of addresses(lead).filter((each) => status || !each.endsWith('/deconnexion'))) {
      const own = { Accept: 'text/html', Origin: desk.site.url, Cookie: session(), ...headers }
      const sent = await fetch(desk.site.url + path, { method: 'POST', body, headers: own, redirect: 'manual' })
      if (status) expect(sent.status, path).toBe(status)
      if (path.endsWith(lead)) expect(sent.status, path).toBeGreaterThan(399)
      expect(sent.status, path).toBeLessThan(500)
    }
    expect([desk.site.rows('thread'), desk.site.rows('leads')]).toEqual(before)
  },
)

it('a link by e-mail opens a session by its button only, in a cookie that scripts do not read', async () => {
  const asked = async (adresse: string) =>
    (await desk.ask('/bureau/connexion', { body: { adresse, vers: '/bureau/chiffres' } })).text()
  expect(await asked(STAFF)).toBe(await asked('inconnue@exemple.fr'))
  const mail = () => desk.mail.received.find(({ text }) => text.includes('/bureau/entrer/'))?.text ?? ''
  await expect.poll(mail).not.toBe('')
  const path = new URL(/https?:\/\/\S+\/bureau\/entrer\/[\w-]+/.exec(mail())?.[0] ?? '').pathname
  for (let n = 0; n < 2; n++) expect((await desk.ask(path)).status, 'GET changes nothing').toBe(200)
  expect((await desk.ask(path, { body: {}, headers: FOREIGN })).status, 'pressed by another site').toBe(403)
  const entered = await desk.ask(path, { body: { entrer: 'a body that is not empty' } })
  expect(entered.headers.get('Location')).toBe('/bureau/chiffres')
  expect(entered.headers.get('Set-Cookie')).toMatch(/HttpOnly; SameSite=Lax/i)
  expect((await desk.ask(path, { body: {} })).status, 'used again').toBe(404)
  const session = cookieOf(entered)
  const hoursAgo = new Date(Date.now() - 7_200_000).toISOString()
  desk.sql('UPDATE desk_sessions SET seen_at = ? WHERE id = (SELECT max(id) FROM desk_sessions)', hoursAgo)
  const used = await desk.ask('/bureau/chiffres', { cookie: session })
  expect([used.status, cookieOf(used)], 'the cookie lasts from its last use').toEqual([200, session])
  await desk.ask('/bureau/deconnexion', { cookie: session, body: {} })
  expect((await desk.ask('/bureau', { cookie: session })).status, 'after signing out').toBe(401)
})

it('a number from abroad is dialled without the zero that is for calls within its country', async () => {
  const lead = await submit('quote', { phone: '0032 (0)475 12 34 56' })
  expect(await page(`/${lead}`)).toContain('href="tel:0032475123456"')
})

const UNKNOWN = '/bureau?fait=introuvable'

it('the other pages: lists, search, figures, the house, data, export', async () => {
  const lead = await reference()
  const see = async (path: string) => {
    const asked = await desk.ask(path, { cookie })
    expect(asked.status, path).toBe(200)
    return asked.text()
  }
  for (const query of ['', '?liste=toutes', '?liste=toutes&formulaire=contact', `?mots=${lead}`])
    expect(await see(`/bureau${query}`), query).toContain(`href="/bureau/${lead}"`)
  expect(await see('/bureau?mots=introuvable')).toContain('Aucune demande ne contient')
  expect(await see('/bureau?liste=suspects')).toContain('Rien de suspect')
  expect(await see('/bureau/chiffres')).toContain('<table')
  for (const part of ['Déconnecter tous les appareils', 'name="tous" value="oui"'])
    expect(await see('/bureau/maison')).toContain(part)
  expect(await see(`/bureau/${lead}/donnees`)).toContain('Message de contact')
  expect(JSON.parse(await see(`/bureau/${lead}/donnees?fichier`))).toMatchObject({ email: valid.contact?.email })
  for (const part of ['Effacer définitivement', `name="adresse" value="${valid.contact?.email}"`])
    expect(await see(`/bureau/${lead}/effacer`)).toContain(part)
  const spam = await reference()
  desk.sql('UPDATE leads SET suspected_spam = 1 WHERE reference = ?', spam)
  const file = await see('/bureau/exports/contact.csv')
  expect([file.includes(lead), file.includes(spam)], 'in the export').toEqual([true, false])
  desk.sql("UPDATE outbox SET hold = 'network', sent_at = NULL WHERE id = 1")
  expect(await see('/bureau/maison')).toContain('value="liberer"')
  await desk.ask('/bureau/maison', { cookie, body: { action: 'liberer' } })
  expect(desk.sql('SELECT 1 FROM outbox WHERE hold IS NOT NULL'), 'e-mails that are still held').toEqual([])
  for (const path of ['/bureau/C-0000-0000', '/bureau/exports/x.csv', '/bureau/lettre/x/y'])
    expect((await desk.ask(path, { cookie })).headers.get('Location'), path).toBe(UNKNOWN)
  for (const path of ['/bureau', '/bureau/chiffres', `/bureau/${lead}/donnees`]) {
    const headers = { Cookie: cookie, Origin: desk.site.url }
    const put = await fetch(desk.site.url + path, { method: 'PUT', headers })
    expect([put.status, put.headers.get('Allow')], path).toEqual([405, 'GET, HEAD, POST'])
  }
  const lost = await desk.ask('/bureau/C-0000-0000', { cookie, body: { action: 'repondre', reponse: 'Perdue' } })
  expect(lost.headers.get('Location')).toBe(UNKNOWN)
})

it('what a stranger or a colleague typed is text on the pages of the desk', async () => {
  const form = forms.quote
  const attack = '"><img src=x onerror=alert(1)>'
  const takes = (field: string) => parse(form, { ...valid[form.name], [field]: attack }, '2026-11-21').values
  const texts = Object.keys(form.fields).filter(takes)
  const lead = await submit('quote', Object.fromEntries(texts.map((field) => [field, attack])))
  expect([texts.length > 0, desk.site.rows('quote_requests').at(-1)]).toMatchObject([true, { message: attack }])
  for (const [action, field] of Object.entries({ note: 'note', recu: 'recu', envoyee: 'reponse' }))
    await desk.ask(`/bureau/${lead}`, { cookie, body: { action, [field]: attack } })
  for (const path of ['', `/${lead}/effacer`, '?liste=toutes', `?mots=${encodeURIComponent(attack)}`]) await see(path)
  for (const path of [`/${lead}`, `/${lead}/donnees`])
    expect((await see(path)).split('&lt;img src=x').length, path).toBeGreaterThan(texts.length + 2)
  // What was refused, or is not sent yet, comes back.
  const typed = { adresse: attack, liste: 'newsletter', objet: attack, texte: attack }
  for (const [path, action] of [
    [`/${lead}`, 'corriger'],
    ['/lettre', 'verifier'],
  ] as const)
    expect(await see(path, { action, ...typed }), path).toContain('&lt;img src=x')

  async function see(path: string, body?: Record<string, string>): Promise<string> {
    const html = await page(path, body)
    // Within the quotes of an attribute a tag is text.
    expect(html.replace(/="[^"]*"/g, ''), path).not.toContain('<img src=x')
    return html
  }
})

it('the form of a letter keeps what was checked, whom a stopped one had not reached, and how many come first', async () => {
  await desk.ask('/formulaires/waitlist', { body: { email: 'attente@exemple.fr' } })
  desk.sql("UPDATE waitlist_signups SET confirmed_at = '2026-01-01T00:00:00.000Z'")
  const typed = { liste: 'waitlist', objet: PLAIN_LETTER.subject, texte: PLAIN_LETTER.text, premieres: '1', suite: '7' }
  const checked = await page('/lettre', { action: 'verifier', ...typed })
  for (const field of ['vu', 'suite', 'premieres']) expect(checked.split(`name="${field}"`), field).toHaveLength(2)
})

it('leaving MAIL_TO ends a session, and «Déconnecter tous les appareils» every one', async () => {
  const other = await desk.signIn()
  desk.sql("UPDATE desk_sessions SET author = 'partie@hera.example' WHERE id = (SELECT max(id) FROM desk_sessions)")
  expect((await desk.ask('/bureau', { cookie: other })).status, 'after leaving').toBe(401)
  desk.sql('UPDATE desk_sessions SET author = ?', STAFF)
  await desk.ask('/bureau/deconnexion', { cookie: other, body: { tous: 'oui' } })
  for (const session of [cookie, other]) expect((await desk.ask('/bureau', { cookie: session })).status).toBe(401)
})

it('who asks for links again and again is asked to wait', async () => {
  const asked = []
  for (let n = 0; n < 6; n++) asked.push(await desk.ask('/bureau/connexion', { body: { adresse: 'x@exemple.fr' } }))
  expect([asked.at(-1)?.status, Number(asked.at(-1)?.headers.get('Retry-After')) > 0]).toEqual([429, true])
})
