import { type Errors, type Form, failureMessage, OFFLINE } from '../../forms/form.ts'
import type { LabelledAnswer } from '../../forms/receipt.ts'
import { abortAfter } from './abort-after.ts'

/** What came of a submission. */
export interface Answer {
  /** Only `stored` means that the server has confirmed it. */
  kind: 'invalid' | 'failed' | 'stored'
  message: string
  errors: Errors
  reference?: string
  /** What was stored, for the person to read again and to keep. */
  sent?: LabelledAnswer[]
}

/** A server that has not answered by then is treated as a failure; the key makes the next try the same submission. */
const TIMEOUT_MS = 20_000

/** Sends a form's answers as JSON. Never rejects: what cannot be sent has failed, in words for the visitor. */
export async function send(form: Form, contactEmail: string, input: Record<string, unknown>): Promise<Answer> {
  const failed: Answer = { kind: 'failed', message: failureMessage(form, contactEmail), errors: {} }
  // Asked before: once it has left, it may have been stored, whatever became of its answer.
  const isOffline = !navigator.onLine
  try {
    const response = await fetch(`/formulaires/${form.name}`, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
      signal: abortAfter(TIMEOUT_MS),
    })
    const { message = failed.message, reference, errors = {} } = await response.json()
    // The page of a Wi-Fi network may answer with 200 and JSON of its own.
    if (response.ok) return typeof reference === 'string' ? { kind: 'stored', message, reference, errors: {} } : failed
    return { kind: response.status === 422 ? 'invalid' : 'failed', message, errors }
  } catch {
    return isOffline ? { ...failed, message: OFFLINE } : failed
  }
}
