import { createHmac, timingSafeEqual } from 'node:crypto'
import { SESSION_MAX_H } from '../browser/timings.ts'
import { type Clock, HOUR_MS } from './clock.ts'

/** The parts of a signed identifier: the hour of its birth, what is its own in two places, its signature in two places. */
const PARTS = /^([\da-f]{8})-([\da-f]{4})-8([\da-f]{3})-8([\da-f]{3})-([\da-f]{12})$/
const OWN_LENGTH = 7

/**
 * Makes what gives the identifier under which a visit is counted: the given one where the server signed it within the
 * last SESSION_MAX_H hours, otherwise one that is derived from it. The same identifier gives the same one within an hour.
 * It is a UUID of version 8 (RFC 9562 §5.8): 32 bits of the hour since 1970, 28 of its own, 60 of an HMAC over both.
 * @param key of this process alone: after a restart every visit gets a new identifier
 */
export function createSessionSigner(clock: Clock, key: Buffer): (session: string) => string {
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest('hex')

  function sign(hour: number, own: string): string {
    const born = hour.toString(16).padStart(8, '0')
    const mac = hmac(`signature ${born} ${own}`)
    return `${born}-${own.slice(0, 4)}-8${own.slice(4)}-8${mac.slice(0, 3)}-${mac.slice(3, 15)}`
  }

  return (session) => {
    const hour = Math.floor(clock().getTime() / HOUR_MS)
    const [, born = '', own = '', rest = ''] = PARTS.exec(session) ?? []
    const age = hour - Number.parseInt(born, 16)
    const isYoung = age >= 0 && age < SESSION_MAX_H
    if (isYoung && timingSafeEqual(Buffer.from(sign(hour - age, own + rest)), Buffer.from(session))) return session
    return sign(hour, hmac(`proposal ${session}`).slice(0, OWN_LENGTH))
  }
}
