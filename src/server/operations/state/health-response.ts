import { type Status, withRemedy } from '../diagnosis.ts'
import type { Part } from './part.ts'
import type { State } from './read-state.ts'

/** Media type of the draft «Health Check Response Format for HTTP APIs» (draft-inadarei-api-health-check-06). */
export const HEALTH_TYPE = 'application/health+json'

/** The state in the form of the draft. */
export function healthResponse({ status, at, parts }: State) {
  /** A check of the draft, §4. */
  const check = (part: Part) => ({
    status: part.status,
    time: at,
    // For what does not pass: the sentence and the remedy, in French.
    ...(part.status !== 'pass' && { output: withRemedy(part) }),
  })
  return { status, description: 'Hera', checks: Object.fromEntries(parts.map((part) => [part.name, [check(part)]])) }
}

/** 503 for what needs a person, otherwise 200 (draft §3.1). */
export function healthStatusCode(status: Status): 200 | 503 {
  return status === 'fail' ? 503 : 200
}
