import { dayInParis } from '../../forms/age.ts'
import { type Envelope, openEnvelope } from '../../forms/envelope.ts'
import { type Errors, type Form, failureMessage, invalidMessage, parse } from '../../forms/form.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../database/commit.ts'
import { createRecent } from '../http/recent.ts'
import { logError } from '../log.ts'
import type { Store, Stored } from './store.ts'

export type Outcome =
  | { kind: 'stored'; fresh: boolean; message: string; reference: string; createdAt: string }
  | { kind: 'invalid'; message: string; errors: Errors }
  | { kind: 'failed'; message: string }

export type Submit = (form: Form, input: Record<string, unknown>) => Promise<Outcome>

/** Keys of sign-ups remembered at most. */
const SIGN_UPS_MAX = 10_000

/**
 * Checks a submission and stores it; what could not be committed is a failure, never a success.
 * @param committed called once it is stored, when e-mails may wait
 */
export function createSubmit(
  store: Store,
  contactEmail: string,
  clock: Clock,
  commit: Commit,
  committed = () => {},
): Submit {
  const signUps = createRecent<number>(SIGN_UPS_MAX)

  /**
   * True when a list has answered this key before. Its rows do not tell: an address that was there already has another
   * key, and whoever sends one key twice would learn of it.
   */
  function isRetry(form: Form, { submissionKey }: Envelope, { reference }: Stored): boolean {
    if (!form.uniqueBy || !submissionKey) return false
    const signUp = `${submissionKey} ${reference}`
    const before = signUps.get(signUp) ?? 0
    signUps.set(signUp, before + 1)
    return before > 0
  }

  return async (form, input) => {
    const { values, errors } = parse(form, input, dayInParis(clock()))
    if (errors) return { kind: 'invalid', message: invalidMessage(errors, input), errors }
    try {
      const envelope = openEnvelope(form, input)
      const stored = await commit(() => store.add(form, values, envelope))
      committed()
      const fresh = stored.fresh && !isRetry(form, envelope, stored)
      return { kind: 'stored', message: form.success, ...stored, fresh }
    } catch (error) {
      logError(`store ${form.name}`, error)
      return { kind: 'failed', message: failureMessage(form, contactEmail) }
    }
  }
}
