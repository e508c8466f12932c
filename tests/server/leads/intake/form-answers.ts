import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { CONFIRMED } from '../../../../src/forms/envelope.ts'
import { type FormName, forms } from '../../../../src/forms/index.ts'
import { valid } from '../../../support/samples.ts'
import type { Site } from '../../../support/site.ts'

const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8'

/** Behind one trusted proxy, so that each test can send from its own address. */
export const BEHIND_PROXY = { TRUSTED_PROXIES: '1' }

/**
 * Tests the responses of the forms of a site: the built one and that of `astro dev`.
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

  describe('a stored submission', () => {
    for (const form of Object.values(forms)) {
      it.skipIf(form.confirm)(
        `of ${form.name} is thanked for and shown again, with its values, to its sender only`,
        async () => {
          const body = { ...valid[form.name], email: `copie-${form.name}@exemple.fr` }
          const response = await post(form.name, { accept: HTML, body })
          expect([response.status, response.headers.get('location')]).toEqual([303, `/merci/${form.name}`])
          const cookie = response.headers.get('set-cookie')
          const thanks = async (headers: Record<string, string>, name: string = form.name) =>
            (await fetch(`${opened().url}/merci/${name}`, { headers })).text()
          expect(await thanks({})).toContain(form.success)
          expect(await thanks({})).not.toContain(body.email)
          expect(await thanks({ Cookie: 'recu=constructor' })).not.toContain(body.email)
          // An address alone gets no receipt, so no cookie.
          if (Object.keys(form.fields).length === 1) return expect(cookie, 'cookie for an address alone').toBeNull()
          expect(cookie).toMatch(/^recu=[\w-]{36}; Path=\/merci; Max-Age=600; HttpOnly; SameSite=Lax$/)
          const html = await thanks({ Cookie: String(cookie).split(';')[0] ?? '' })
          expect(html).toContain(body.email)
          expect(html).toMatch(/download="hera-[A-Z]-\w{4}-\w{4}\.txt" href="data:text\/plain/)
          const other = form.name === 'contact' ? 'partnership' : 'contact'
          expect(await thanks({ Cookie: String(cookie) }, other)).not.toContain(body.email)
        },
      )
    }
  })

  it('a form to correct without JavaScript keeps the page that it was first sent from', async () => {
    const answer = await post('contact', { accept: HTML, body: { ...valid.contact, email: 'non', page: '/hera-club' } })
    expect(await answer.text()).toContain('name="page" value="/hera-club"')
  })

  it('a form that could not be stored says so in the title of its page', async () => {
    const blocker = new Sqlite(opened().databasePath)
    blocker.exec('BEGIN IMMEDIATE')
    const sent = Object.keys(forms).map((name) =>
      post(name, { accept: HTML, body: { ...valid[name as FormName], step: CONFIRMED } }),
    )
    for (const answer of await Promise.all(sent)) {
      expect(answer.status, answer.url).toBe(503)
      expect(await answer.text(), answer.url).toContain('<title>À renvoyer')
    }
    blocker.exec('ROLLBACK')
    blocker.close()
  })

  it('ten simultaneous submissions of the same content add one row', async () => {
    const before = opened().rows('contact_messages').length
    const body = { ...valid.contact, message: 'Dix à la fois' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => json('contact', body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
    expect(opened().rows('contact_messages'), 'rows after ten simultaneous submissions').toHaveLength(before + 1)
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

    it('is acknowledged with date, hour, reference and content; sent again, it adds no row', async () => {
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
      expect(rows(), 'rows of one withdrawal that was sent twice').toHaveLength(1)
    })
  })
}
