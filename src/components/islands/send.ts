import { type Errors, type Form, OFFLINE } from '../../forms/form.ts'
import type { LabelledAnswer } from '../../forms/receipt.ts'
import { abortAfter } from './abort-after.ts'

/** Result of a submission. */
export interface Answer {
  /** Only `stored` means that the server has confirmed it. */
  kind: 'invalid' | 'failed' | 'stored'
  message: string
  errors: Errors
  reference?: string
  /** The stored answers, for the receipt. */
  sent?: LabelledAnswer[]
}

/** Timeout in milliseconds. The submission key prevents a duplicate if the visitor tries again. */
const TIMEOUT_MS = 20_000

/** Sends a form as JSON. Never rejects: on an error it returns `failed` with a message for the visitor. */
export async function send(form: Form, input: Record<string, unknown>): Promise<Answer> {
  const failed: Answer = { kind: 'failed', message: form.failure, errors: {} }
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
    if (response.ok) return typeof reference === 'string' ? { kind: 'stored', message, reference, errors: {} } : failed
    return { kind: response.status === 422 ? 'invalid' : 'failed', message, errors }
  } catch {
    return isOffline ? { ...failed, message: OFFLINE } : failed
  }
}
