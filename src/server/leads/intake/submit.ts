import { LRUCache } from 'lru-cache'
import { dayInParis } from '../../../forms/calendar.ts'
import { type Envelope, openEnvelope } from '../../../forms/envelope.ts'
import {
  type ConfirmationMail,
  type Errors,
  type Form,
  failureMessage,
  invalidMessage,
  parse,
  successMessage,
} from '../../../forms/form.ts'
import { type FormName, forms } from '../../../forms/index.ts'
import type { Clock } from '../../clock.ts'
import type { Commit } from '../../database/commit.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { logError } from '../../log.ts'
import type { Store, Stored } from './store.ts'

export type Outcome =
  | { kind: 'stored'; fresh: boolean; message: string; reference: string; createdAt: string }
  | { kind: 'invalid'; message: string; errors: Errors }
  | { kind: 'failed'; message: string }
  /** Too many submissions for this e-mail address. */
  | { kind: 'limited'; waitSeconds: number }

/**
 * Takes the name of a form and what was sent, by field name.
 * @param sender address of the visitor's connection, for the limits of e-mail; it is not stored
 */
export type Submit = (name: FormName, input: Record<string, unknown>, sender?: { address?: string }) => Promise<Outcome>

interface Services {
  store: Store
  commit: Commit
  /** By e-mail address; counts only what would be stored. */
  mailbox: RateLimiter
  clock: Clock
  /** Ends the failure message of the forms that name it. */
  contactEmail: string
  /** Called once a submission is stored, when e-mails may be waiting. */
  committed: () => void
  /** Told of each submission that was not there before, by name of its form. */
  stored?: (form: string) => void
  /** When the e-mail goes that asks a sign-up to confirm. */
  confirmationMail: () => ConfirmationMail
}

/** Sign-ups whose keys are remembered. */
const SIGN_UPS_MAX = 10_000

/** Validates a submission and stores it; what could not be committed is a failure, never a success. */
export function createSubmit(services: Services): Submit {
  const { store, commit, mailbox, clock, contactEmail, committed, stored: noteStored, confirmationMail } = services
  const signUps = new LRUCache<string, number>({ max: SIGN_UPS_MAX })

  /**
   * True when a list has answered this key before. Its rows do not tell: an address that was there already has another
   * key, and sending one key twice would reveal that.
   */
  function isRetry(form: Form, { submissionKey }: Envelope, { reference }: Stored): boolean {
    if (!form.uniqueBy || !submissionKey) return false
    const signUp = `${submissionKey} ${reference}`
    const before = signUps.get(signUp) ?? 0
    signUps.set(signUp, before + 1)
    return before > 0
  }

  return async (name, input, sender) => {
    const form: Form = forms[name]
    const { values, errors } = parse(form, input, dayInParis(clock()))
    if (errors) return { kind: 'invalid', message: invalidMessage(errors, input), errors }
    const waitSeconds = mailbox.take(String(values.email))
    if (waitSeconds > 0) return { kind: 'limited', waitSeconds }
    try {
      const envelope = openEnvelope(form, input)
      const stored = await commit(() => store.add(form, values, envelope, sender?.address))
      committed()
      const fresh = stored.fresh && !isRetry(form, envelope, stored)
      if (fresh) noteStored?.(form.name)
      return {
        kind: 'stored',
        message: successMessage(form, form.uniqueBy ? confirmationMail() : 'none'),
        ...stored,
        fresh,
      }
    } catch (error) {
      logError(`store ${form.name}`, error)
      return { kind: 'failed', message: failureMessage(form, contactEmail) }
    }
  }
}
