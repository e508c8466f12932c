import { randomBytes } from 'node:crypto'
import { trackers } from '../../../browser/storage.ts'
import { DESK_SESSION_DAYS, KNOWN_DEVICE_MONTHS } from '../../../browser/timings.ts'
import type { Clock } from '../../clock.ts'
import type { KeyedHash } from '../../people/keyed-hash.ts'

const DAY_S = 86_400

/**
 * Returns name and options of a desk cookie. With https its name starts with `__Host-`, so that no other host and no
 * page without TLS can set it (RFC 6265bis §4.1.3.2). SameSite=Lax, because e-mails link to submissions.
 * @param maxAge in seconds
 * @param siteUrl origin of the site
 */
function deskCookie(key: string, maxAge: number, siteUrl: string) {
  const secure = siteUrl.startsWith('https:')
  return {
    name: secure ? `__Host-${key}` : key,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge } as const,
  }
}

/** The cookie with the session token. */
export function sessionCookie(siteUrl: string) {
  return deskCookie(trackers.desk.key, DESK_SESSION_DAYS * DAY_S, siteUrl)
}

const ID_BYTES = 12
const MONTH_DAYS = 365 / 12
const MAX_AGE_S = Math.round(KNOWN_DEVICE_MONTHS * MONTH_DAYS) * DAY_S
/** Time of creation in seconds, random number, signature. */
const VALUE = /^(\d{1,12}\.[\da-f]{24})\.([\w-]{43})$/

export type KnownDevices = ReturnType<typeof createKnownDevices>

/**
 * Marks browsers that were signed in to the desk before. Each has its own rate limit for sign-in links, so that
 * strangers cannot use up the owner's. A mark grants no access.
 * @param hash keyed with the secret next to the database; the prefix separates these from the hashes of addresses
 */
export function createKnownDevices(hash: KeyedHash, clock: Clock, siteUrl: string) {
  const sign = (mark: string) => hash(`${trackers.device.key}:${mark}`)
  const seconds = () => Math.floor(clock().getTime() / 1000)
  return {
    cookie: deskCookie(trackers.device.key, MAX_AGE_S, siteUrl),
    /** Creates the signed cookie value of a new browser. */
    mark() {
      const mark = `${seconds()}.${randomBytes(ID_BYTES).toString('hex')}`
      return `${mark}.${sign(mark)}`
    },
    /** Returns the mark of a known browser; undefined if the signature is invalid or the mark too old. */
    find(value: string | undefined) {
      const [, mark = '', signature] = VALUE.exec(value ?? '') ?? []
      const isOurs = signature !== undefined && signature === sign(mark)
      return isOurs && seconds() - Number.parseInt(mark, 10) <= MAX_AGE_S ? mark : undefined
    },
  }
}
