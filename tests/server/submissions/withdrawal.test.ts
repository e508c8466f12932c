import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONFIRMED, EDIT } from '../../../src/forms/envelope.ts'
import { valid } from '../../samples.ts'
import { openSite, type Site } from '../../site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const send = (extra: Record<string, string>) =>
  fetch(`${site.url}/formulaires/withdrawal`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Accept: 'text/html' },
    body: new URLSearchParams({ ...valid.withdrawal, ...extra }),
  })
const rows = () => site.rows('withdrawal_notices')

it('stores nothing before the confirmation, and shows the whole declaration once more', async () => {
  const response = await send({ message: 'Un seul des deux tapis' })
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain('Confirmer la rétractation')
  expect(html).toContain('Un seul des deux tapis')
  expect(rows()).toHaveLength(0)
})

it('goes back to the fields with what was typed', async () => {
  const html = await (await send({ step: EDIT })).text()
  expect(html).toContain('value="D-2026-014"')
  expect(html).toContain('Renoncer au contrat ici')
  expect(rows()).toHaveLength(0)
})

it('stores on confirmation and acknowledges with date, hour, reference and content; again is the same row', async () => {
  const confirmed = { step: CONFIRMED, submission_key: 'cle-de-la-page' }
  const first = await (await send(confirmed)).text()
  const [row] = rows()
  expect(first).toContain(row?.reference)
  expect(first).toContain('D-2026-014')
  expect(first).toMatch(/Reçue le.*à \d\d:\d\d:\d\d/s)
  const [, file = ''] = /href="data:text\/plain;charset=utf-8,([^"]*)"/.exec(first) ?? []
  const kept = decodeURIComponent(file)
  for (const part of [row?.reference, 'Léa Martin', 'D-2026-014', 'heure de Paris']) expect(kept).toContain(part)
  expect(first).toContain(`download="retractation-${row?.reference}.txt"`)
  expect(await (await send(confirmed)).text()).toContain(row?.reference)
  expect(rows()).toHaveLength(1)
})

it('refuses a declaration without a reference to the order, even when it is confirmed', async () => {
  const response = await send({ step: CONFIRMED, order_reference: '' })
  expect(response.status).toBe(422)
  expect(rows()).toHaveLength(1)
})
