import { randomInt } from 'node:crypto'
import type { Form } from '../../../forms/form.ts'

/** Crockford's base 32 leaves out I, L, O and U, which are misread or misheard (https://www.crockford.com/base32.html). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8
/** How many of the characters are the last digits of the time in milliseconds; they repeat every 33 seconds. */
const TIME_LENGTH = 3

/**
 * Makes a reference, such as C-7K3M-9QX2. It begins with the time, so that the rows of one commit are neighbours in the
 * index and change one page of it instead of one page each. On a mailing list the whole reference is random: an address
 * that is already there gets the reference of its row, and a time in it would show that the row is older.
 * @param at milliseconds since 1970
 */
export function newReference({ prefix, uniqueBy }: Form, at: number): string {
  const timeLength = uniqueBy ? 0 : TIME_LENGTH
  const randomLength = LENGTH - timeLength
  const digits = lastDigits(at, timeLength) + lastDigits(randomInt(ALPHABET.length ** randomLength), randomLength)
  return `${prefix}-${digits.slice(0, 4)}-${digits.slice(4)}`
}

/** The last digits of a whole number in base 32. */
function lastDigits(number: number, count: number): string {
  let digits = ''
  for (let rest = number; digits.length < count; rest = Math.floor(rest / ALPHABET.length))
    digits = ALPHABET[rest % ALPHABET.length] + digits
  return digits
}
