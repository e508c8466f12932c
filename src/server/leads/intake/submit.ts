import { LRUCache } from 'lru-cache'
import { dayInParis } from '../../../forms/calendar.ts'
import { type Envelope, openEnvelope } from '../../../forms/envelope.ts'
import {
  type ConfirmationMail,
  type Errors,
  type Form,
  invalidMessage,
  parse,
  successMessage,
} from '../../../forms/form.ts'
import { type FormName, forms } from '../../../forms/index.ts'
import type { Clock } from '../../clock.ts'
import type { Commit } from '../../database/commit.ts'
import { logError } from '../../log.ts'
import type { Store, Stored } from './store.ts'

export type Outcome =
  | { kind: 'stored'; fresh: boolean; message: string; reference: string; createdAt: string }
  | { kind: 'invalid'; message: string; errors: Errors }
  | { kind: 'failed'; message: string }

/**
 * Handles the input of a form, by field name.
 * @param address IP address of the visitor, for the limits of e-mail; not stored
 */
export type Submit = (name: FormName, input: Record<string, unknown>, address?: string) => Promise<Outcome>

interface Services {
  store: Pick<Store, 'add'>
  commit: Commit
  /** Throws if a commit would be lost. */
  assertInPlace: () => void
  clock: Clock
  /** Called after a submission is stored, because e-mails may be queued. */
  committed: () => void
  /** Called with the error of a submission that could not be stored. */
  failed: (error: unknown) => void
  /** Returns when the confirmation request of a sign-up will be sent. */
  confirmationMail: () => ConfirmationMail
}

/** Maximum number of sign-ups remembered to recognize retries. */
const SIGN_UPS_MAX = 10_000

/** Returns a function that validates and stores a submission; a failed write is never reported as a success. */
export function createSubmit(services: Services): Submit {
  const { store, commit, assertInPlace, clock, committed, failed, confirmationMail } = services
  const signUps = new LRUCache<string, number>({ max: SIGN_UPS_MAX })

  /**
   * True if this key was sent to a list before. The rows cannot show this, because that of a known address has another
   * key, so that sending a key twice would reveal the address.
   */
  function isRetry(form: Form, { submissionKey }: Envelope, { reference }: Stored): boolean {
    if (!form.isList || !submissionKey) return false
    const signUp = `${submissionKey} ${reference}`
    const before = signUps.get(signUp) ?? 0
    signUps.set(signUp, before + 1)
    return before > 0
  }

  return async (name, input, address) => {
    const form: Form = forms[name]
    try {
      const { values, errors } = parse(form, input, dayInParis(clock()))
      if (errors) return { kind: 'invalid', message: invalidMessage(errors, input), errors }
      const envelope = openEnvelope(form, input)
      assertInPlace()
      const stored = await commit(() => store.add(form, values, envelope, address))
      committed()
      const fresh = stored.fresh && !isRetry(form, envelope, stored)
      const message = successMessage(form, form.isList ? confirmationMail() : 'none')
      return { kind: 'stored', message, ...stored, fresh }
    } catch (error) {
      logError(`store ${form.name}`, error)
      failed(error)
      return { kind: 'failed', message: form.failure }
    }
  }
}
