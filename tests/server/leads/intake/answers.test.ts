import { expect, it } from 'vitest'
import { formNamed } from '../../../../src/forms/index.ts'
import { answerForm } from '../../../../src/server/leads/intake/answer-form.ts'
import { createReceipts } from '../../../../src/server/leads/intake/receipts.ts'
import type { Outcome } from '../../../../src/server/leads/intake/submit.ts'
import { valid } from '../../../support/samples.ts'

// The statuses and texts of all answers are in tests/contract/answers.test.ts, the two steps of a withdrawal in
// tests/browser/forms/withdrawal.test.ts.

const lead = { reference: 'C-1', createdAt: '2026-11-22T10:00:00.000Z' }
const STORED: Outcome = { kind: 'stored', fresh: true, message: 'Merci.', ...lead }
const token = () => 'jeton'
const receipts = createReceipts(() => new Date(0), token)

/** Sends a body to a form whose submissions end with `outcome`. */
function send(name: string, sent: object, outcome: Outcome = STORED, siteUrl = 'http://localhost:4321') {
  const init = { method: 'POST', headers: { accept: 'text/html' }, body: new URLSearchParams({ ...sent }) }
  const request = new Request(`http://x/formulaires/${name}`, init)
  const submit = async (_name: string, _input: unknown, address?: string) =>
    address ? outcome : expect.fail('networks would have no cap')
  return answerForm(request, formNamed(name), { submit, receipts, siteUrl, limit: () => 0 }, '192.0.2.1')
}

it('an unknown form gets 404', async () => expect(await send('__proto__', {})).toMatchObject({ status: 404 }))

it('a stored submission sets a cookie of ten minutes for its receipt, which https protects', async () => {
  const sent = { ...valid.contact, subject: 'retour', unknown: 'x' }
  const cookie = async (siteUrl: string) =>
    ((await send('contact', sent, STORED, siteUrl)) as Response).headers.get('set-cookie')
  const plain = 'recu=jeton; Path=/merci; Max-Age=600; HttpOnly; SameSite=Lax'
  expect(await cookie('http://localhost:4321')).toBe(plain)
  expect(await cookie('https://www.hera.example')).toBe(`${plain}; Secure`)
  expect(receipts.find('jeton')?.values, 'without unknown fields').toEqual({ ...valid.contact, subject: 'retour' })
})

it('an invalid submission shows its form again with its values, from the same page, under a new key', async () => {
  const outcome: Outcome = { kind: 'invalid', message: 'À voir.', errors: { email: 'Une adresse.' } }
  const body = { name: 'Léa\u0000', email: 'luc@', unknown: 'x', submission_key: 'ancienne-cle', page: '/hera-club' }
  expect(await send('contact', body, outcome)).toMatchObject({
    form: { name: 'contact' },
    state: {
      status: 422,
      errors: { email: 'Une adresse.' },
      values: { name: 'Léa', email: 'luc@' },
      page: '/hera-club',
      submissionKey: expect.stringMatching(/^[\w-]{30,}$/),
    },
  })
})
