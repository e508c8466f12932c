import { withRemedy } from '../diagnosis.ts'
import type { Part } from './part.ts'
import type { State } from './read-state.ts'

/** Media type of the draft «Health Check Response Format for HTTP APIs» (draft-inadarei-api-health-check-06). */
export const HEALTH_TYPE = 'application/health+json'

/** Converts the state to the format of the draft. */
export function healthResponse({ status, at, parts }: State) {
  /** A check of the draft, §4. */
  const check = (part: Part) => ({
    status: part.status,
    time: at,
    // The French sentence and remedy, unless the check passes.
    ...(part.status !== 'pass' && { output: withRemedy(part) }),
  })
  return { status, description: 'Hera', checks: Object.fromEntries(parts.map((part) => [part.name, [check(part)]])) }
}
