import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { CONFIRMED, EDIT } from '../../../src/forms/envelope.ts'
import { forms } from '../../../src/forms/index.ts'
import { FORMS_BURST } from '../../contract/figures.ts'
import { valid } from '../../samples.ts'
import type { Site } from '../../site.ts'

const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8'

/** Behind one trusted proxy, each test can send from an address of its own. */
export const BEHIND_PROXY = { TRUSTED_PROXIES: '1' }

/**
 * Tests what the forms of a site answer, the built one and that of `astro dev`.
 * @param opened the site, once the tests run
 */
export function testFormAnswers(opened: () => Site): void {
  let visitor = 0
  type Init = {
    accept?: string
    body?: unknown
    type?: string
    headers?: Record<string, string>
    from?: string
    method?: string
  }

  /** Sends a submission, form-encoded unless the body is text, and does not follow redirects. */
  function post(name: string, { accept = 'application/json', body, type, headers, from, method = 'POST' }: Init = {}) {
    const encoded = typeof body === 'object' ? new URLSearchParams(body as Record<string, string>).toString() : body
    visitor += 1
    return fetch(`${opened().url}/formulaires/${name}`, {
      method,
      redirect: 'manual',
      body: encoded as string,
      headers: {
        Accept: accept,
        'X-Forwarded-For': from ?? `10.${(visitor >> 8) & 255}.${visitor & 255}.1`,
        'Content-Type': type ?? 'application/x-www-form-urlencoded',
        ...headers,
      },
    })
  }
  const json = (name: string, body: unknown, init: Init = {}) =>
    post(name, { ...init, body: JSON.stringify(body), type: 'application/json' })

  describe('stored', () => {
    for (const form of Object.values(forms)) {
      it(`${form.name}: 201 with message and reference, one row on disk`, async () => {
        const before = opened().rows(form.table).length
        const response = await json(form.name, valid[form.name])
        const { message, reference } = (await response.json()) as Record<string, string>
        expect(response.status).toBe(201)
        expect(message).toBe(form.success)
        expect(reference).toMatch(new RegExp(`^${form.prefix}-[0-9A-Z]{4}-[0-9A-Z]{4}$`))
        const rows = opened().rows(form.table)
        expect(rows).toHaveLength(before + 1)
        expect(rows.at(-1)).toMatchObject({ reference, suspected_spam: 0 })
        expect(rows.at(-1)?.created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
        expect(rows.at(-1)?.notice_version).toMatch(/^[a-f\d]{12}$/)
      })

      it.skipIf(form.confirm)(`${form.name}: 303 to the page that says thank you`, async () => {
        const body = { ...valid[form.name], email: `html-${form.name}@exemple.fr` }
        const response = await post(form.name, { accept: HTML, body })
        expect(response.status).toBe(303)
        expect(response.headers.get('location')).toBe(`/merci/${form.name}`)
        const thanks = await fetch(`${opened().url}/merci/${form.name}`)
        expect(thanks.status).toBe(200)
        expect(await thanks.text()).toContain(form.success)
      })

      it.skipIf(form.confirm)(
        `${form.name}: shows what was sent to the one who sent it, and to nobody else`,
        async () => {
          const body = { ...valid[form.name], email: `copie-${form.name}@exemple.fr` }
          const response = await post(form.name, { accept: HTML, body })
          const cookie = response.headers.get('set-cookie')
          const thanks = async (headers: Record<string, string>) =>
            (await fetch(`${opened().url}/merci/${form.name}`, { headers })).text()
          expect(await thanks({})).not.toContain(body.email)
          expect(await thanks({ Cookie: 'recu=constructor' })).not.toContain(body.email)
          // An address alone is not worth a cookie.
          if (Object.keys(form.fields).length === 1) return expect(cookie).toBeNull()
          expect(cookie).toMatch(/^recu=[\w-]{36}; Path=\/merci; Max-Age=600; HttpOnly; SameSite=Lax$/)
          const html = await thanks({ Cookie: String(cookie).split(';')[0] ?? '' })
          expect(html).toContain(body.email)
          expect(html).toMatch(/download="hera-[A-Z]-\w{4}-\w{4}\.txt" href="data:text\/plain/)
          const other = form.name === 'contact' ? 'partnership' : 'contact'
          const elsewhere = await fetch(`${opened().url}/merci/${other}`, { headers: { Cookie: String(cookie) } })
          expect(await elsewhere.text()).not.toContain(body.email)
        },
      )

      it(`${form.name}: GET leads to the page that holds the form`, async () => {
        const response = await post(form.name, { method: 'GET', accept: HTML })
        expect(response.status).toBe(303)
        expect(response.headers.get('location')).toBe(form.page)
      })

      it(`${form.name}: 422 with a sentence for each field, or the form again with what was typed`, async () => {
        const body = { ...valid[form.name], email: 'pas-une-adresse' }
        const before = opened().rows(form.table).length
        const asJson = await json(form.name, body)
        expect(asJson.status).toBe(422)
        const { message, errors } = (await asJson.json()) as { message: string; errors: Record<string, string> }
        expect(message).toMatch(/à voir avec vous/)
        expect(Object.keys(errors)).toEqual(['email'])
        const asPage = await post(form.name, { accept: HTML, body })
        expect(asPage.status).toBe(422)
        const html = await asPage.text()
        expect(html).toContain('pas-une-adresse')
        expect(html).toMatch(/class="form-summary"[^>]*autofocus/i)
        expect(html).toMatch(new RegExp(`href="#${form.name}(-reponse)?-email"`))
        expect(opened().rows(form.table)).toHaveLength(before)
      })
    }

    it('takes form-encoded, multipart and JSON bodies alike', async () => {
      const boundary = 'x-hera-x'
      const body = { ...valid.contact, message: 'Trois façons' }
      const multipart = `${Object.entries(body)
        .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join('')}--${boundary}--\r\n`
      const first = await post('contact', { body: multipart, type: `multipart/form-data; boundary=${boundary}` })
      const second = await post('contact', { body })
      const third = await json('contact', body)
      expect([first.status, second.status, third.status]).toEqual([201, 200, 200])
      const references = await Promise.all(
        [first, second, third].map(async (r) => ((await r.json()) as { reference: string }).reference),
      )
      expect(new Set(references).size).toBe(1)
    })

    it('answers JSON to a JSON body when Accept leaves the choice, and a page to a form', async () => {
      const body = { ...valid.contact, message: 'Au choix' }
      expect((await json('contact', body, { accept: '*/*' })).status).toBe(201)
      expect((await post('contact', { body, accept: '*/*' })).status).toBe(303)
    })
  })

  describe('the same submission again', () => {
    it('is one row while the content is the same, with or without a key, and two when it differs', async () => {
      const count = () => opened().rows('contact_messages').length
      const before = count()
      const body = { ...valid.contact, message: 'Encore', submission_key: crypto.randomUUID() }
      const first = (await (await json('contact', body)).json()) as object
      const again = await json('contact', body)
      expect(again.status).toBe(200)
      expect(await again.json()).toEqual(first)
      expect(count()).toBe(before + 1)
      expect((await json('contact', { ...body, message: 'Autre chose' })).status).toBe(201)
      expect(count()).toBe(before + 2)
    })

    it('is one row when ten come at once', async () => {
      const before = opened().rows('contact_messages').length
      const body = { ...valid.contact, message: 'Dix à la fois' }
      const answers = await Promise.all(Array.from({ length: 10 }, () => json('contact', body)))
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
      expect(opened().rows('contact_messages')).toHaveLength(before + 1)
    })

    for (const name of ['waitlist', 'newsletter'] as const)
      it(`${name}: tells nobody that an address is already there`, async () => {
        const first = await json(name, { email: `Double-${name}@exemple.fr` })
        const second = await json(name, { email: `double-${name}@EXEMPLE.fr` })
        expect([first.status, second.status]).toEqual([201, 201])
        expect(await second.json()).toEqual(await first.json())
        const rows = opened().rows<{ email: string }>(forms[name].table)
        expect(rows.filter(({ email }) => email.toLowerCase() === `double-${name}@exemple.fr`)).toHaveLength(1)
      })

    for (const name of ['waitlist', 'newsletter'] as const)
      it(`${name}: takes a retry with its key for one, whether the address was there before or not`, async () => {
        const twice = async (email: string) => {
          const body = { email, submission_key: crypto.randomUUID() }
          return [await json(name, body), await json(name, body)].map(({ status }) => status)
        }
        expect(await twice(`reprise-${name}@exemple.fr`)).toEqual([201, 200])
        expect(await twice(`reprise-${name}@exemple.fr`)).toEqual([201, 200])
      })
  })

  describe('a withdrawal', () => {
    const body = { ...valid.withdrawal, email: 'retractation@exemple.fr' }
    const send = async (extra: Record<string, string>) => {
      const response = await post('withdrawal', { accept: HTML, body: { ...body, ...extra } })
      return { status: response.status, html: await response.text() }
    }
    const rows = () =>
      opened()
        .rows<{ reference: string; email: string }>('withdrawal_notices')
        .filter(({ email }) => email === body.email)

    it('is stored at the confirmation of what is shown once more, and not before', async () => {
      const { status, html } = await send({ message: 'Un seul des deux tapis' })
      expect(status).toBe(200)
      expect(html).toContain('Confirmer la rétractation')
      expect(html).toContain('Un seul des deux tapis')
      const { html: back } = await send({ step: EDIT })
      expect(back).toContain('value="D-2026-014"')
      expect(back).toContain('Renoncer au contrat ici')
      expect((await send({ step: CONFIRMED, order_reference: '' })).status).toBe(422)
      expect(rows()).toHaveLength(0)
    })

    it('is acknowledged with date, hour, reference and content; again is the same row', async () => {
      const confirmed = { step: CONFIRMED, submission_key: 'cle-de-la-page' }
      const { html } = await send(confirmed)
      const [row] = rows()
      expect(html).toContain(row?.reference)
      expect(html).toContain('D-2026-014')
      expect(html).toMatch(/Reçue le.*à \d\d:\d\d:\d\d/s)
      const [, file = ''] = /href="data:text\/plain;charset=utf-8,([^"]*)"/.exec(html) ?? []
      const kept = decodeURIComponent(file)
      for (const part of [row?.reference, 'Léa Martin', 'D-2026-014', 'heure de Paris']) expect(kept).toContain(part)
      expect(html).toContain(`download="retractation-${row?.reference}.txt"`)
      expect((await send(confirmed)).html).toContain(row?.reference)
      expect(rows()).toHaveLength(1)
    })
  })

  describe('refused', () => {
    it('413 over 64 KiB, announced or not', async () => {
      const body = `message=${'x'.repeat(65 * 1024)}`
      const response = await post('contact', { body })
      expect(response.status).toBe(413)
      expect(((await response.json()) as { message: string }).message).toMatch(/trop long/)
      expect(await chunked(opened(), body)).toBe(413)
      expect((await post('contact', { body, accept: HTML })).status).toBe(413)
    })

    it('403 for another site, 201 for this one', async () => {
      const send = (headers: Record<string, string>, accept?: string) =>
        json('contact', { ...valid.contact, message: JSON.stringify(headers) }, { headers, ...(accept && { accept }) })
      for (const headers of [
        { Origin: 'https://ailleurs.example' },
        { Origin: 'null' },
        { Origin: 'file://' },
        { 'Sec-Fetch-Site': 'cross-site' },
      ] as Record<string, string>[]) {
        expect((await send(headers)).status).toBe(403)
        expect((await send(headers, HTML)).status).toBe(403)
      }
      expect((await send({ Origin: opened().url })).status).toBe(201)
      expect((await send({ Origin: 'http://localhost:4321' })).status).toBe(201)
      expect((await send({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(201)
    })

    it('404 for an unknown form, 405 with Allow for another method', async () => {
      expect((await json('inconnu', {})).status).toBe(404)
      const page = await post('inconnu', { accept: HTML, body: {} })
      expect(page.status).toBe(404)
      expect(await page.text()).toContain('<html lang="fr"')
      for (const accept of ['application/json', HTML]) {
        const response = await post('contact', { method: 'DELETE', accept })
        expect(response.status).toBe(405)
        expect(response.headers.get('allow')).toBe('GET, HEAD, POST')
      }
    })

    it('429 with Retry-After after a burst from one address, and from no other', async () => {
      const from = '2001:db8:429::9'
      for (let i = 0; i < FORMS_BURST.ipv6; i++) expect((await json('contact', {}, { from })).status).toBe(422)
      const refused = await json('contact', valid.contact, { from })
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      const page = await post('contact', { from, accept: HTML, body: valid.contact })
      expect(page.status).toBe(429)
      expect((await page.text()).length).toBeLessThan(2000)
      const forged = await json('contact', {}, { from: `198.51.100.1, ${from}` })
      expect(forged.status).toBe(429)
      expect((await json('contact', {}, { from: '203.0.113.10' })).status).toBe(422)
    })

    it('never echoes what was typed as HTML', async () => {
      const message = '"><script>alert(1)</script>'
      const page = await post('contact', {
        accept: HTML,
        body: { ...valid.contact, name: message, email: message, message },
      })
      expect(await page.text()).not.toContain('<script>alert(1)')
    })
  })
}

/** Sends a body without announcing its length. */
function chunked(site: Site, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const req = request(`${site.url}/formulaires/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
    })
    req.once('response', (response) => resolve(response.resume().statusCode))
    req.once('error', reject)
    for (let i = 0; i < body.length; i += 8192) req.write(body.slice(i, i + 8192))
    req.end()
  })
}
