import { randomInt } from 'node:crypto'
import type { Form } from '../../../forms/form.ts'

/** Crockford's base 32 leaves out I, L, O and U, which are misread or misheard (https://www.crockford.com/base32.html). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8
/** Number of characters taken from the end of the time in milliseconds; they repeat every 33 seconds. */
const TIME_LENGTH = 3

/**
 * Returns a new reference, such as C-7K3M-9QX2. It begins with the time, so that the rows of one commit are adjacent
 * in the index and change one page of it instead of one each. On a mailing list it is fully random: a repeated sign-up
 * gets the reference of its row, and a time in it would reveal that the row is older.
 * @param at milliseconds since 1970
 */
export function newReference({ prefix, isList }: Form, at: number): string {
  const timeLength = isList ? 0 : TIME_LENGTH
  const randomLength = LENGTH - timeLength
  const digits = lastDigits(at, timeLength) + lastDigits(randomInt(ALPHABET.length ** randomLength), randomLength)
  return `${prefix}-${digits.slice(0, 4)}-${digits.slice(4)}`
}

/** Returns the last digits of a whole number in base 32. */
function lastDigits(number: number, count: number): string {
  let digits = ''
  for (let rest = number; digits.length < count; rest = Math.floor(rest / ALPHABET.length))
    digits = ALPHABET[rest % ALPHABET.length] + digits
  return digits
}
