import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, deskSite, FOREIGN, STAFF, setUpDeskSite } from './desk-site.ts'

setUpDeskSite({ TRUSTED_PROXIES: '1' })
const PAGES = [
  '/bureau',
  '/bureau/C-7K3M-9QX2',
  '/bureau/C-7K3M-9QX2/effacer',
  '/bureau/chiffres',
  '/bureau/maison',
  '/bureau/appareils',
  '/bureau/lettres',
  '/bureau/lettres/nouvelle',
  '/bureau/lettres/1',
  '/bureau/lettres/1/apercu',
  '/bureau/exports/contact.csv',
  '/bureau/nulle/part/ici',
]

describe('desk without a session', () => {
  it.each(PAGES)('%s shows the sign-in form with headers against caches, frames and search engines', async (path) => {
    const answer = await deskSite.ask(path)
    expect(answer.status, 'status').toBe(401)
    const { headers } = answer
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(cookieOf(answer)).toBe('')
    const html = await answer.text()
    expect(html).toContain('Recevoir mon lien')
    expect(html).toContain('content="noindex"')
  })
})

describe('sign-in link', () => {
  it('opens a session by POST only, and once', async () => {
    const link = await deskSite.link()
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(deskSite.site.url + link, { method })).status, method).toBe(200)
    expect(deskSite.site.rows('desk_sessions'), 'sessions opened by GET or HEAD').toEqual([])
    const entered = await deskSite.ask(link, { body: {}, headers: { 'User-Agent': 'iPhone Safari' } })
    expect(deskSite.site.rows('desk_sessions')).toMatchObject([{ device: 'Safari, iPhone' }])
    expect(entered.status, 'status of the sign-in').toBe(303)
    expect(entered.headers.get('location')).toBe('/bureau')
    expect(entered.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^bureau=[\w-]{32}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^bureau-connu=[\w.-]{79}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect((await deskSite.ask('/bureau', { cookie: cookieOf(entered) })).status, 'with the new session').toBe(200)
    const replayed = await deskSite.ask(link, { body: {} })
    expect(replayed.status, 'status of a used link').toBe(404)
    expect(cookieOf(replayed)).toBe('')
    const back = await deskSite.ask(link, { cookie: cookieOf(entered) })
    expect([back.status, back.headers.get('location')], 'used link on its own device').toEqual([303, '/bureau'])
  })

  it('renews the cookie of a session that is in use', async () => {
    const cookie = cookieOf(await deskSite.ask(await deskSite.link(), { body: {} }))
    const renewed = async () => (await deskSite.ask('/bureau', { cookie })).headers.getSetCookie()
    expect(await renewed(), 'cookies set for a new session').toEqual([])
    deskSite.sql('UPDATE desk_sessions SET seen_at = ?', new Date(Date.now() - 2 * 3_600_000).toISOString())
    expect(await renewed()).toEqual([`${cookie}; Max-Age=1209600; Path=/; HttpOnly; SameSite=Lax`])
  })

  it('is rejected from another site', async () => {
    const link = await deskSite.link()
    expect((await deskSite.ask(link, { body: {}, headers: FOREIGN })).status, 'POST from another site').toBe(403)
    expect((await deskSite.ask(link)).status, 'the link afterwards').toBe(200)
  })
})

describe('a link by e-mail', () => {
  const request = (adresse: string, vers = '/bureau') =>
    deskSite.ask('/bureau/connexion', { body: { adresse, vers }, headers: { 'X-Forwarded-For': '203.0.113.9' } })

  it('is sent to MAIL_TO only, redirects to the requested page, and has the same response for all', async () => {
    const before = deskSite.mail.received.length
    const known = await (await request(STAFF.toUpperCase(), '/bureau/C-7K3M-9QX2')).text()
    const unknown = await (await request('inconnu@exemple.fr', '/bureau/C-7K3M-9QX2')).text()
    expect(unknown).toBe(known)
    const mail = () => deskSite.mail.received.slice(before).find(({ text }) => text.includes('/bureau/entrer/'))
    await expect.poll(() => mail()?.to).toEqual([STAFF])
    const path = /\/bureau\/entrer\/[\w-]{32}/.exec(mail()?.text ?? '')?.[0] ?? ''
    const entered = await deskSite.ask(path, { body: {} })
    expect(entered.headers.get('location')).toBe('/bureau/C-7K3M-9QX2')
    expect(deskSite.mail.received.flatMap(({ to }) => to)).not.toContain('inconnu@exemple.fr')
  })

  it('above the rate limit is refused for any address alike, except for a known browser', async () => {
    const from = (n: number) => ({ 'X-Forwarded-For': `198.51.100.${n}` })
    const ask = (adresse: string, n: number, cookie = '') =>
      deskSite.ask('/bureau/connexion', { cookie, body: { adresse, vers: '/bureau' }, headers: from(n) })
    for (const adresse of [STAFF, 'personne@exemple.fr']) {
      const answers = await Promise.all(Array.from({ length: 7 }, (_, n) => ask(adresse, n)))
      expect(answers.map(({ status }) => status)).toContain(429)
    }
    const [known, unknown] = await Promise.all(
      [STAFF, 'personne@exemple.fr'].map(async (a) => (await ask(a, 9)).text()),
    )
    expect(known).toContain('Aucun lien n’est parti')
    expect(unknown).toBe(known)
    const entered = await deskSite.ask(await deskSite.link(), { body: {} })
    const device = entered.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('bureau-connu='))
      ?.split(';')[0]
    const before = deskSite.mail.received.length
    expect(await (await ask(STAFF, 9, device)).text()).toContain('Regardez vos e-mails')
    await expect.poll(() => deskSite.mail.received.length, { message: 'e-mails to MAIL_TO' }).toBeGreaterThan(before)
    for (let n = 0; n < 6; n++) await ask(`inconnu-${n}@exemple.fr`, 30)
    expect((await ask('encore@exemple.fr', 30)).status, 'status for unknown browsers of one network').toBe(429)
    expect((await ask(STAFF, 30, device)).status, 'status for a known browser of that network').toBe(200)
    // A forged cookie is no known browser.
    const forged = `${device?.slice(0, -1)}${device?.endsWith('A') ? 'B' : 'A'}`
    expect((await ask(STAFF, 9, forged)).status, 'status for a forged cookie').toBe(429)
  })
})

describe('session of the desk', () => {
  let cookie: string
  let reference: string
  beforeAll(async () => {
    cookie = await deskSite.signIn()
    const answer = await deskSite.ask('/formulaires/contact', {
      body: { name: 'Léa', email: 'lea@exemple.fr', subject: 'autre', message: 'Bonjour' },
      headers: { Accept: 'application/json' },
    })
    reference = ((await answer.json()) as { reference: string }).reference
  })

  it('has a new token after the sign-in, whatever cookie the browser sent (session fixation)', async () => {
    const planted = `bureau=${'a'.repeat(32)}`
    expect((await deskSite.ask('/bureau', { cookie: planted })).status, 'a planted token before the sign-in').toBe(401)
    const entered = await deskSite.ask(await deskSite.link(), { body: {}, cookie: planted })
    expect(cookieOf(entered)).not.toBe(planted)
    expect((await deskSite.ask('/bureau', { cookie: planted })).status, 'a planted token after the sign-in').toBe(401)
  })

  it('ends when its device signs in again', async () => {
    const first = await deskSite.signIn()
    const second = cookieOf(await deskSite.ask(await deskSite.link(), { body: {}, cookie: first }))
    expect((await deskSite.ask('/bureau', { cookie: first })).status, 'the former session').toBe(401)
    expect((await deskSite.ask('/bureau', { cookie: second })).status, 'the new session').toBe(200)
  })

  it('is not opened by another spelling of its token or by any value of a stolen database', async () => {
    const token = cookie.split('=')[1] ?? ''
    for (const guess of ['', "' OR 1=1 --", token.slice(0, 31), `${token}x`, token.toUpperCase()])
      if (guess !== token)
        expect((await deskSite.ask('/bureau', { cookie: `bureau=${guess}` })).status, guess).toBe(401)
    const dump = JSON.stringify([
      ...deskSite.site.rows('desk_sessions'),
      ...deskSite.site.rows('desk_links'),
      ...deskSite.site.rows('outbox'),
    ])
    expect(dump).not.toContain(token)
    for (const [secret] of dump.matchAll(/[\w-]{32,64}/g))
      expect((await deskSite.ask('/bureau', { cookie: `bureau=${secret.slice(0, 32)}` })).status, secret).toBe(401)
  })

  it('logs no token, no reference and no input', async () => {
    await deskSite.ask(`/bureau/${reference}`, {
      cookie,
      body: { action: 'suivi', note: 'lea@exemple.fr', version: '0' },
    })
    expect(deskSite.site.output()).toContain('POST /bureau/… 303')
    expect(deskSite.site.output()).not.toMatch(
      new RegExp(`${cookie.split('=')[1]}|x{24}|lea@|${reference}|atelier@hera.example.*POST`),
    )
  })

  describe('while another process locks the database', () => {
    let lock: Sqlite.Database
    beforeAll(() => {
      lock = new Sqlite(deskSite.site.databasePath)
    })
    afterAll(() => lock?.close())

    /** Runs a function while another connection holds the write lock. */
    async function whileLocked<T>(run: () => Promise<T>): Promise<T> {
      lock.exec('BEGIN IMMEDIATE')
      try {
        return await run()
      } finally {
        lock.exec('ROLLBACK')
      }
    }

    it('a change returns 503 with the input, other requests are answered, and the health check fails', async () => {
      const path = `/bureau/${reference}`
      const [{ version }] = deskSite.sql('SELECT version FROM leads') as [{ version: number }]
      const note = 'Rappeler <Léa> lundi.\nElle "hésite".'
      const body = { action: 'suivi', state: 'en cours', note, rappel: '', version: String(version) }
      const saved = await whileLocked(async () => {
        const saving = deskSite.ask(path, { cookie, body })
        // Races both, because a blocked server would answer the page after the change.
        const reading = deskSite.ask('/merci/contact')
        expect(await Promise.race([reading, saving]), 'the page is answered before the change fails').toBe(
          await reading,
        )
        expect((await reading).status, 'status of the page meanwhile').toBe(200)
        const answer = await saving
        const today = await (await deskSite.ask('/bureau', { cookie })).text()
        expect(today, 'the first page of the desk').toMatch(
          /role="alert"[\s\S]*ne s’enregistrent pas[\s\S]*\/bureau\/maison/,
        )
        return answer
      })
      expect([saved.status, saved.headers.get('retry-after')]).toEqual([503, '5'])
      const html = await saved.text()
      expect(html).toContain('Rappeler &#60;Léa&#62; lundi.\nElle &#34;hésite&#34;.</textarea>')
      expect(html).toContain('<input type="hidden" name="action" value="suivi">')
      expect(saved.headers.get('content-security-policy')).toContain("form-action 'self'")
      expect(saved.headers.get('x-robots-tag')).toBe('noindex')
      expect(await (await fetch(`${deskSite.site.url}/api/health`)).json()).toMatchObject({
        status: 'error',
        write: false,
      })
      // Sent again from that page.
      expect((await deskSite.ask(path, { cookie, body })).status, 'status when sent again').toBe(303)
    })

    it('signing out works', async () => {
      const [stays, cookie] = [await deskSite.signIn(), await deskSite.signIn()]
      const left = await whileLocked(async () => {
        const answer = await deskSite.ask('/bureau/deconnexion', { cookie, body: {} })
        const other = await deskSite.ask('/bureau', { cookie: stays })
        expect(other.status, 'the page of another session meanwhile').toBe(200)
        // The cookie is invalid both before and after the row is deleted.
        expect((await deskSite.ask('/bureau', { cookie })).status, 'the page before the row is deleted').toBe(401)
        return answer
      })
      expect(left.status, 'status of signing out').toBe(303)
      // The browser cache is cleared too, because a phone may be shared.
      expect(left.headers.get('clear-site-data')).toBe('"cache"')
      expect(cookieOf(left)).toMatch(/^bureau=(deleted)?$/)
      expect((await deskSite.ask('/bureau', { cookie })).status, 'the page afterwards').toBe(401)
    })

    it('a sign-in link returns 503 and stays valid', async () => {
      const link = await deskSite.link()
      expect((await whileLocked(() => deskSite.ask(link, { body: {} }))).status, 'the link meanwhile').toBe(503)
      expect((await deskSite.ask(link, { body: {} })).status, 'the link afterwards').toBe(303)
    })
  })
})
