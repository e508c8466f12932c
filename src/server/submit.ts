import { dayInParis } from '../forms/age.ts'
import { openEnvelope } from '../forms/envelope.ts'
import { type Errors, type Form, failureMessage, invalidMessage, parse } from '../forms/form.ts'
import type { Clock } from './clock.ts'
import type { Commit } from './commit.ts'
import { logError } from './log.ts'
import type { Store } from './store.ts'

export type Outcome =
  | { kind: 'stored'; fresh: boolean; message: string; reference: string; createdAt: string }
  | { kind: 'invalid'; message: string; errors: Errors }
  | { kind: 'failed'; message: string }

export type Submit = (form: Form, input: Record<string, unknown>) => Promise<Outcome>

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
  return async (form, input) => {
    const { values, errors } = parse(form, input, dayInParis(clock()))
    if (errors) return { kind: 'invalid', message: invalidMessage(errors), errors }
    try {
      const stored = await commit(() => store.add(form, values, openEnvelope(form, input)))
      committed()
      return { kind: 'stored', message: form.success, ...stored }
    } catch (error) {
      logError(`store ${form.name}`, error)
      return { kind: 'failed', message: failureMessage(form, contactEmail) }
    }
  }
}
