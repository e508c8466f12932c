import { hash } from 'node:crypto'
import { KEY_TIME_LENGTH } from '../../forms/envelope.ts'
import type { Values } from '../../forms/form.ts'

/** Without a key, identical content within this time is one submission, in milliseconds. */
export const SAME_CONTENT_MS = 10 * 60_000
/** 128 bits in base64url. */
const HASH_LENGTH = 22

/**
 * The key under which a submission is stored, and the one under which it may have been stored in the span before. With a
 * key from the page it is that key with the content; without, the content with the current or the previous span of ten
 * minutes. Each begins with a time, so that the newest lie side by side in the index.
 * @param at milliseconds since 1970
 */
export function submissionKeys(values: Values, given: string | undefined, at: number): [string, previous?: string] {
  const content = JSON.stringify(values)
  const key = (time: string | number, salt: string) =>
    `${time}-${hash('sha256', `${salt}\n${content}`, 'base64url').slice(0, HASH_LENGTH)}`
  if (given) return [key(given.slice(0, KEY_TIME_LENGTH), `key ${given}`)]
  const span = Math.floor(at / SAME_CONTENT_MS)
  return [key(span, `span ${span}`), key(span - 1, `span ${span - 1}`)]
}
