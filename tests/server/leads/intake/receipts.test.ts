import { expect, it } from 'vitest'
import { createReceipts } from '../../../../src/server/leads/intake/receipts.ts'

const MINUTE_MS = 60_000

it('a receipt is found for ten minutes by its token, unless larger ones took its place', () => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  let tokens = 0
  const nextToken = () => `token-${++tokens}`
  const receipts = createReceipts(() => new Date(now), nextToken)
  const receipt = (message: string) => ({ form: 'contact', reference: 'C-1', createdAt: '', values: { message } })
  const token = receipts.keep(receipt('Bonjour'))
  expect(receipts.find('token-2')).toBeUndefined()
  now += 9.9 * MINUTE_MS
  expect(receipts.find(token)).toEqual(receipt('Bonjour'))
  now += 0.2 * MINUTE_MS
  expect(receipts.find(token), 'after ten minutes').toBeUndefined()
  const oldest = receipts.keep(receipt('Bonjour'))
  for (let n = 0; n < 100; n++) receipts.keep(receipt('x'.repeat(50_000)))
  expect(receipts.find(oldest), 'the oldest of too many').toBeUndefined()
})
