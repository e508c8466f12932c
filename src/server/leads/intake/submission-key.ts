import { hash } from 'node:crypto'
import { KEY_TIME_LENGTH } from '../../../forms/envelope.ts'
import type { Values } from '../../../forms/form.ts'

/** How long identical content without a key from the page counts as one submission, in milliseconds. */
export const SAME_CONTENT_MS = 10 * 60_000
/** Characters of the hash that are kept: 132 bits in base64url. */
const HASH_LENGTH = 22

/**
 * Returns the unique key of a submission, so that a retry or a double click stores one row (docs/decisions/0006). With
 * a key from the page, it is a hash of that key and the content. Without, it is a hash of the content and the number
 * of the current span of ten minutes; the second key is that of the previous span, under which the same content may
 * already be stored. Each key begins with a time, so that new rows are adjacent in the index.
 * @param prefix letter of the form: the same content sent with two forms is two leads
 * @param given the key from the page
 * @param at milliseconds since 1970
 */
export function submissionKeys(
  prefix: string,
  values: Values,
  given: string | undefined,
  at: number,
): [string, previous?: string] {
  const content = JSON.stringify(values)
  const key = (time: string | number, salt: string) =>
    `${time}-${hash('sha256', `${salt}\n${content}`, 'base64url').slice(0, HASH_LENGTH)}-${prefix}`
  if (given) return [key(given.slice(0, KEY_TIME_LENGTH), `key ${given}`)]
  const span = Math.floor(at / SAME_CONTENT_MS)
  return [key(span, `span ${span}`), key(span - 1, `span ${span - 1}`)]
}
