import { LRUCache } from 'lru-cache'
import { RECEIPT_MIN } from '../../../browser/timings.ts'
import type { Clock } from '../../clock.ts'

/** What a person sent without a script, for the page that says thank you. */
export interface Receipt {
  /** Name of the form. */
  form: string
  reference: string
  /** UTC ISO text. */
  createdAt: string
  /** What was typed, by field name. */
  values: Record<string, string>
}

/** Characters of all receipts together; the oldest go first. */
const SIZE_MAX = 4_000_000

export type Receipts = ReturnType<typeof createReceipts>

/**
 * Submissions of the last minutes, in memory alone, to be shown again to the person who sent them.
 * @param newToken gives a token that nobody can guess
 */
export function createReceipts(clock: Clock, newToken: () => string) {
  const receipts = new LRUCache<string, Receipt>({
    maxSize: SIZE_MAX,
    sizeCalculation: (receipt) => JSON.stringify(receipt).length,
    ttl: RECEIPT_MIN * 60_000,
    perf: { now: () => clock().getTime() },
    ttlResolution: 0,
  })
  return {
    /** Remembers a receipt and returns the token that shows it. */
    keep(receipt: Receipt) {
      const token = newToken()
      receipts.set(token, receipt)
      return token
    },
    /** The receipt of a token; undefined for an unknown or old one. */
    find: (token: string) => receipts.get(token),
  }
}
