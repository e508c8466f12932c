import { beforeEach, expect, it, vi } from 'vitest'
import { send } from '../../src/components/islands/send.ts'
import { OFFLINE } from '../../src/forms/form.ts'
import { forms } from '../../src/forms/index.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('navigator', { onLine: true })
  return () => vi.unstubAllGlobals()
})
const sent = () => send(forms.contact, { name: 'Léa' })

it('a submission is stored only if the server has answered with its reference', async () => {
  fetched.mockResolvedValue(Response.json({ message: 'Merci.', reference: 'C-1' }, { status: 201 }))
  expect(await sent()).toEqual({ kind: 'stored', message: 'Merci.', reference: 'C-1' })
})

it.each([
  [503, '{"message":"Une erreur est survenue."}'],
  [502, '<!doctype html><title>Un instant</title>'],
  [200, '<!doctype html><title>Bienvenue sur le Wi-Fi de la gare</title>'],
  [200, '{"message":"Bienvenue","reference":{}}'],
])('an answer of %i %s is a failure', async (status, body) => {
  fetched.mockResolvedValue(new Response(body, { status }))
  const { kind, message } = await sent()
  expect(kind).toBe('failed')
  expect(message).not.toBe('')
})

it('errors of the server are shown beside their fields', async () => {
  fetched.mockResolvedValue(Response.json({ message: 'À revoir.', errors: { email: 'Une adresse.' } }, { status: 422 }))
  expect(await sent()).toEqual({ kind: 'invalid', message: 'À revoir.', errors: { email: 'Une adresse.' } })
})

it('only a connection that was down before says that nothing was sent', async () => {
  fetched.mockImplementation(async () => {
    vi.stubGlobal('navigator', { onLine: false })
    throw new TypeError('connection lost')
  })
  expect(await sent()).toMatchObject({ kind: 'failed', message: forms.contact.failure })
  expect(await sent()).toMatchObject({ kind: 'failed', message: OFFLINE })
})

it('a request without an answer is given up after twenty seconds', async () => {
  vi.useFakeTimers()
  fetched.mockImplementation((_, { signal } = {}) => {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const answer = sent()
  await vi.advanceTimersByTimeAsync(19_999)
  expect(fetched.mock.lastCall?.[1]?.signal?.aborted, 'given up before').toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched.mock.lastCall?.[1]?.signal?.aborted, 'by a timer, as Safari 15 needs it').toBe(true)
  expect(await answer).toMatchObject({ kind: 'failed', message: forms.contact.failure })
  vi.useRealTimers()
})
