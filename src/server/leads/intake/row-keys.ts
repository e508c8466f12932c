import { hash, randomInt } from 'node:crypto'
import { KEY_TIME_LENGTH } from '../../../forms/envelope.ts'
import type { Form, Values } from '../../../forms/form.ts'

/** Crockford's base 32 leaves out I, L, O and U, which are misread or misheard (https://www.crockford.com/base32.html). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

/** Returns a new random reference, such as C-7K3M-9QX2, without a time, which on a list would reveal an older row. */
export function newReference({ prefix }: Form): string {
  const digits = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${prefix}-${digits.slice(0, 4)}-${digits.slice(4)}`
}

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
