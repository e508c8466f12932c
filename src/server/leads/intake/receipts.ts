import { LRUCache } from 'lru-cache'
import { RECEIPT_MIN } from '../../../browser/timings.ts'
import type { Clock } from '../../clock.ts'

/** Submission sent without JavaScript, for the thank-you page. */
export interface Receipt {
  /** Name of the form. */
  form: string
  reference: string
  /** UTC ISO text. */
  createdAt: string
  /** Typed text by field name. */
  values: Record<string, string>
}

/** Maximum size of all receipts, in characters of JSON; the least recently used are removed first. */
const SIZE_MAX = 4_000_000

export type Receipts = ReturnType<typeof createReceipts>

/**
 * Keeps the submissions of the last RECEIPT_MIN minutes in memory, to show them again to their sender.
 * @param newToken returns an unguessable token
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
    /** Stores a receipt and returns its token. */
    keep(receipt: Receipt) {
      const token = newToken()
      receipts.set(token, receipt)
      return token
    },
    /** Returns the receipt of a token; undefined if unknown or expired. */
    find: (token: string) => receipts.get(token),
  }
}
