import { randomBytes } from 'node:crypto'
import { trackers } from '../../../browser/storage.ts'
import { KNOWN_DEVICE_MONTHS } from '../../../browser/timings.ts'
import type { Clock } from '../../clock.ts'
import type { HashEmail } from '../../people/email-hash.ts'
import { deskCookie } from './session-cookie.ts'

const ID_BYTES = 12
const DAY_S = 86_400
const MONTH_DAYS = 365 / 12
const MAX_AGE_S = Math.round(KNOWN_DEVICE_MONTHS * MONTH_DAYS) * DAY_S
/** The second it was made, a random number and the signature. */
const VALUE = /^(\d{1,12}\.[\da-f]{24})\.([\w-]{43})$/

export type KnownDevices = ReturnType<typeof createKnownDevices>

/**
 * Browsers that were signed in to the desk once. Each keeps a share of sign-in links of its own, so that strangers who ask
 * for links cannot use up those of the owner. Being known opens nothing.
 * @param hash keyed with the secret beside the database; the prefix keeps these apart from the hashes of addresses
 */
export function createKnownDevices(hash: HashEmail, clock: Clock, siteUrl: string) {
  const sign = (mark: string) => hash(`${trackers.device.key}:${mark}`)
  const seconds = () => Math.floor(clock().getTime() / 1000)
  return {
    cookie: deskCookie(trackers.device.key, MAX_AGE_S, siteUrl),
    /** The value of a new browser's cookie, signed. */
    mark() {
      const mark = `${seconds()}.${randomBytes(ID_BYTES).toString('hex')}`
      return `${mark}.${sign(mark)}`
    },
    /** What tells one known browser from another; undefined for a value that is not ours or more than a year old. */
    find(value: string | undefined) {
      const [, mark = '', signature] = VALUE.exec(value ?? '') ?? []
      const isOurs = signature !== undefined && signature === sign(mark)
      return isOurs && seconds() - Number.parseInt(mark, 10) <= MAX_AGE_S ? mark : undefined
    },
  }
}
