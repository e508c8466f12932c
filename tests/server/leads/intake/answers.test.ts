import { describe, expect, it } from 'vitest'
import { CONFIRMED, EDIT } from '../../../../src/forms/envelope.ts'
import { answerForm } from '../../../../src/server/leads/intake/answer-form.ts'
import { createReceipts, type Receipt } from '../../../../src/server/leads/intake/receipts.ts'
import type { Outcome, Submit } from '../../../../src/server/leads/intake/submit.ts'
import { valid } from '../../../support/samples.ts'

const STORED: Outcome = {
  kind: 'stored',
  fresh: true,
  message: 'Merci.',
  reference: 'C-1',
  createdAt: '2026-11-22T10:00:00.000Z',
}

interface Sent {
  body?: object | string
  method?: string
  json?: boolean
  type?: string
  outcome?: Outcome
  siteUrl?: string
}

/** Sends a form-encoded body to a form whose submissions end with `outcome`; accepts HTML unless `json`. */
async function send(
  name: string | undefined,
  { body, method = 'POST', json = false, type, outcome, siteUrl }: Sent = {},
) {
  const submitted: Parameters<Submit>[] = []
  const receipts = createReceipts(
    () => new Date(0),
    () => 'jeton',
  )
  const submit: Submit = async (...args) => {
    submitted.push(args)
    return outcome ?? STORED
  }
  const request = new Request(`http://x/formulaires/${name}`, {
    method,
    headers: {
      accept: json ? 'application/json' : 'text/html',
      'content-type': type ?? 'application/x-www-form-urlencoded',
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : new URLSearchParams({ ...body }).toString() }),
  })
  const services = { submit, receipts, siteUrl: siteUrl ?? 'http://localhost:4321', limit: () => 0 }
  const answer = await answerForm(request, name, services, '192.0.2.1')
  const response = answer instanceof Response ? answer : undefined
  const { form, state } = answer instanceof Response ? {} : answer
  const receipt: Receipt | undefined = receipts.find('jeton')
  return {
    submitted,
    receipt,
    form,
    state,
    status: response?.status ?? state?.status,
    header: (key: string) => response?.headers.get(key),
    said: async () => (json ? await response?.json() : await response?.text()),
  }
}

it('an unknown form gets 404', async () => {
  for (const name of ['inconnu', '', undefined, '__proto__']) expect((await send(name)).status, name).toBe(404)
})

describe('a stored submission', () => {
  it('gets 201 with message and reference as JSON, 200 if it was stored before', async () => {
    const body = { ...valid.contact, submission_key: 'une-cle' }
    const { status, said, submitted, receipt } = await send('contact', { json: true, body })
    expect([status, await said()]).toEqual([201, { message: 'Merci.', reference: 'C-1' }])
    expect(submitted).toEqual([['contact', body, '192.0.2.1']])
    expect(receipt, 'a receipt for a JSON request').toBeUndefined()
    expect((await send('contact', { json: true, body, outcome: { ...STORED, fresh: false } })).status).toBe(200)
  })

  it('redirects to the thank-you page with a cookie of ten minutes for the receipt', async () => {
    const body = { ...valid.contact, subject: 'retour', unknown: 'x' }
    const { status, header, receipt } = await send('contact', { body })
    expect([status, header('location')]).toEqual([303, '/merci/contact'])
    expect(header('set-cookie')).toBe('recu=jeton; Path=/merci; Max-Age=600; HttpOnly; SameSite=Lax')
    const { reference, createdAt } = STORED
    expect(receipt).toEqual({ form: 'contact', reference, createdAt, values: { ...valid.contact, subject: 'retour' } })
    const secure = await send('contact', { body, siteUrl: 'https://www.hera.example' })
    expect(secure.header('set-cookie')).toMatch(/; Secure$/)
  })

  it('of only an address sets no cookie', async () => {
    const { status, header, receipt } = await send('waitlist', { body: valid.waitlist })
    expect([status, header('location'), header('set-cookie'), receipt]).toEqual([
      303,
      '/merci/waitlist',
      null,
      undefined,
    ])
  })
})

describe('a submission that is not stored', () => {
  it('shows the form again with its values, an error per field and a new key', async () => {
    const outcome: Outcome = { kind: 'invalid', message: 'À voir.', errors: { email: 'Une adresse.' } }
    const page = '/hera-club'
    const body = { name: 'Léa\u0000', email: 'luc@', unknown: 'x', submission_key: 'une-ancienne-cle', page }
    const { status, form, state } = await send('contact', { body, outcome })
    expect([status, form?.name]).toEqual([422, 'contact'])
    expect(state).toEqual({
      status: 422,
      message: 'À voir.',
      errors: { email: 'Une adresse.' },
      values: { name: 'Léa', email: 'luc@' },
      page,
      submissionKey: expect.stringMatching(/^[\w-]{30,}$/),
    })
    const json = await send('contact', { body, outcome, json: true })
    expect([json.status, await json.said()]).toEqual([422, { message: 'À voir.', errors: { email: 'Une adresse.' } }])
  })

  it('converts values that are not text', async () => {
    const body = JSON.stringify({ name: ['Léa'], email: 7 })
    const outcome: Outcome = { kind: 'invalid', message: '', errors: {} }
    const { state } = await send('contact', { body, type: 'application/json', outcome })
    expect(state?.values).toEqual({ name: '', email: '7' })
  })

  it('gets 503 with its values if the disk fails', async () => {
    const outcome: Outcome = { kind: 'failed', message: 'Une erreur.' }
    const { status, state } = await send('contact', { body: valid.contact, outcome })
    expect([status, state]).toMatchObject([503, { message: 'Une erreur.', values: valid.contact, errors: {} }])
    const json = await send('contact', { body: valid.contact, outcome, json: true })
    expect([json.status, await json.said()]).toEqual([503, { message: 'Une erreur.' }])
  })
})

describe('a form of two steps', () => {
  const body = valid.withdrawal
  it('shows the values for confirmation before anything is stored', async () => {
    for (const step of [{}, { step: 'autre' }]) {
      const { state, submitted } = await send('withdrawal', { body: { ...body, ...step } })
      expect(submitted, 'submissions before the second step').toEqual([])
      expect(state).toMatchObject({ status: 200, errors: {}, confirm: true, values: body })
    }
  })

  it('returns to the fields on request, and reports errors at the first step', async () => {
    const back = await send('withdrawal', { body: { ...body, order_reference: '', step: EDIT } })
    expect(back.submitted, 'submissions on returning to the fields').toEqual([])
    expect(back.state).toMatchObject({ status: 200, errors: {}, values: { name: 'Léa Martin', order_reference: '' } })
    expect(back.state?.confirm, 'confirmation requested on returning to the fields').toBeUndefined()
    const outcome: Outcome = { kind: 'invalid', message: 'Il manque.', errors: { order_reference: 'Remplissez.' } }
    const first = await send('withdrawal', { body: { ...body, order_reference: '' }, outcome })
    expect([first.status, first.submitted.length]).toEqual([422, 1])
  })

  it('stores on confirmation and shows the reference at once; a JSON request needs no second step', async () => {
    const { state, receipt } = await send('withdrawal', { body: { ...body, step: CONFIRMED } })
    expect(state).toMatchObject({
      status: 200,
      message: 'Merci.',
      stored: { reference: 'C-1', createdAt: STORED.createdAt },
      values: body,
    })
    expect(receipt, 'a receipt although the page shows it').toBeUndefined()
    expect((await send('withdrawal', { body, json: true })).status, 'status of the JSON request').toBe(201)
  })
})
