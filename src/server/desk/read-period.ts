import type { Period } from '../leads/leads.ts'
import { dayAfter, startOfDayInParis } from '../paris-time.ts'

/** The days of an address, `du` and `au`, both included, in Paris; what is no day of the calendar sets no limit. */
export function readPeriod(query: URLSearchParams): Period {
  const last = startOfDayInParis(query.get('au') ?? '')
  return {
    since: startOfDayInParis(query.get('du') ?? ''),
    until: last && startOfDayInParis(dayAfter(query.get('au') ?? '')),
  }
}
