import { randomInt } from 'node:crypto'
import type { Form } from '../../forms/form.ts'

/** Crockford's base 32: no I, L, O, U, so that a reference can be read over the telephone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8
/** How many of the letters are the time in milliseconds; they begin anew every half minute. */
const TIMED = 3

/**
 * A new reference, such as C-7K3M-9QX2. It begins with the time, so that the rows of one commit lie side by side in the
 * index and it writes one page of it, not one a row. On a list it is random throughout: the answer to an address that is
 * there already must not look older than that to a new one.
 * @param at milliseconds since 1970
 */
export function newReference({ prefix, uniqueBy }: Form, at: number): string {
  const timed = uniqueBy ? 0 : TIMED
  const random = LENGTH - timed
  const letters = inLetters(at, timed) + inLetters(randomInt(ALPHABET.length ** random), random)
  return `${prefix}-${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** The last digits of a whole number. */
function inLetters(number: number, count: number): string {
  let letters = ''
  for (let rest = number; letters.length < count; rest = Math.floor(rest / ALPHABET.length))
    letters = ALPHABET[rest % ALPHABET.length] + letters
  return letters
}
