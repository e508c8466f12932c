import { timingSafeEqual } from 'node:crypto'
import { LEAD_LINK_DAYS } from '../../../browser/timings.ts'
import { type Clock, DAY_MS } from '../../clock.ts'
import type { KeyedHash } from '../../people/keyed-hash.ts'

/** Action of a link in a notice: mark the lead as answered, or set a reminder for tomorrow. */
export type LinkAct = 'repondu' | 'demain'

const SIGNATURE_LENGTH = 32
const FORM = /^(repondu|demain)\.([A-Z]-[\dA-Z-]{1,18})\.(\d{1,12})\.([\w-]{32})$/

export type LeadLinks = ReturnType<typeof createLeadLinks>

/**
 * Creates and verifies the links of a notice. Each allows one action on one lead for LEAD_LINK_DAYS days and gives no
 * other access. They are signed with the key beside the database, so none is stored (docs/decisions/0031).
 */
export function createLeadLinks(hash: KeyedHash, clock: Clock) {
  const sign = (text: string) => hash(`lead link ${text}`).slice(0, SIGNATURE_LENGTH)
  return {
    /** @returns the last segment of the link's path */
    make(act: LinkAct, reference: string) {
      const until = Math.floor((clock().getTime() + LEAD_LINK_DAYS * DAY_MS) / 1000)
      const text = `${act}.${reference}.${until}`
      return `${text}.${sign(text)}`
    },
    /** Returns undefined if the signature is invalid or the link has expired. */
    read(token: string) {
      const [, act, reference = '', until = '', signature = ''] = FORM.exec(token) ?? []
      if (!act) return undefined
      const expected = sign(`${act}.${reference}.${until}`)
      const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
      return isOurs && Number(until) * 1000 > clock().getTime() ? { act: act as LinkAct, reference } : undefined
    },
  }
}
