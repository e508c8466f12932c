import { expect, it } from 'vitest'
import { createReceipts } from '../../../../src/server/leads/intake/receipts.ts'

const MINUTE_MS = 60_000
const receipt = {
  form: 'contact',
  reference: 'C-1',
  createdAt: '2026-01-01T00:00:00.000Z',
  values: { message: 'Bonjour' },
}

function open() {
  const start = Date.parse('2026-01-01T00:00:00Z')
  let minutes = 0
  let tokens = 0
  const receipts = createReceipts(
    () => new Date(start + minutes * MINUTE_MS),
    () => `token-${++tokens}`,
  )
  return { receipts, wait: (more: number) => (minutes += more) }
}

it('receipts are found for ten minutes and not longer', () => {
  const { receipts, wait } = open()
  const token = receipts.keep(receipt)
  wait(9.9)
  expect(receipts.find(token)).toEqual(receipt)
  wait(0.2)
  expect(receipts.find(token), 'a receipt after ten minutes').toBeUndefined()
})

it('receipts are not found by an unknown token', () => {
  const { receipts } = open()
  receipts.keep(receipt)
  for (const token of ['', 'token-2', '__proto__']) expect(receipts.find(token), token).toBeUndefined()
})

it('receipts are deleted oldest first when too many are stored', () => {
  const { receipts } = open()
  const large = { ...receipt, values: { message: 'x'.repeat(50_000) } }
  const first = receipts.keep(large)
  for (let n = 0; n < 100; n++) receipts.keep(large)
  const last = receipts.keep(receipt)
  expect(receipts.find(first), 'the oldest receipt').toBeUndefined()
  expect(receipts.find(last)).toEqual(receipt)
})
