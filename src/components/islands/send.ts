import { type Errors, type Form, OFFLINE } from '../../forms/form.ts'
import type { LabelledAnswer } from '../../forms/receipt.ts'
import { abortAfter } from './abort-after.ts'

/** Result of a submission; only `stored` means that the server has confirmed it. `sent` is for the receipt. */
export type Answer =
  | { kind: 'stored'; message: string; reference: string; sent?: LabelledAnswer[] }
  | { kind: 'invalid' | 'failed'; message: string; errors: Errors }

/** Timeout in milliseconds. The submission key prevents a duplicate if the visitor tries again. */
const TIMEOUT_MS = 20_000

/** Sends a form as JSON. Never rejects: on an error it returns `failed` with a message for the visitor. */
export async function send(form: Form, input: Record<string, unknown>): Promise<Answer> {
  const failed = { kind: 'failed', message: form.failure, errors: {} } as const
  // Checked before sending: afterwards the submission may be stored even if the response is lost.
  const isOffline = !navigator.onLine
  try {
    const response = await fetch(`/formulaires/${form.name}`, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
      signal: abortAfter(TIMEOUT_MS),
    })
    const { message = failed.message, reference, errors = {} } = await response.json()
    // A captive portal may respond with 200 and its own JSON.
    if (response.ok) return typeof reference === 'string' ? { kind: 'stored', message, reference } : failed
    return { kind: response.status === 422 ? 'invalid' : 'failed', message, errors }
  } catch {
    return isOffline ? { ...failed, message: OFFLINE } : failed
  }
}
