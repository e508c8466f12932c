import { createHmac, timingSafeEqual } from 'node:crypto'
import { SESSION_MAX_H } from '../browser/timings.ts'
import { type Clock, HOUR_MS } from './clock.ts'

/** Parts of a signed identifier: hour of creation, individual part (two groups), signature (two groups). */
const PARTS = /^([\da-f]{8})-([\da-f]{4})-8([\da-f]{3})-8([\da-f]{3})-([\da-f]{12})$/
const OWN_LENGTH = 7

/**
 * Returns a function that returns the identifier under which a visit is counted: the given one if the server signed it
 * within the last SESSION_MAX_H hours, otherwise one derived from it, the same within an hour. It is a UUID of version
 * 8 (RFC 9562 §5.8): 32 bits of the hour since 1970, 28 individual bits, 60 bits of an HMAC over both.
 * @param key of this process; after a restart every visit gets a new identifier
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
