import { timingSafeEqual } from 'node:crypto'
import { LEAD_LINK_DAYS } from '../../../browser/timings.ts'
import { type Clock, DAY_MS } from '../../clock.ts'
import type { HashEmail } from '../../people/email-hash.ts'

/** What a link of a notice may do with the lead that it is about. */
export type LinkAct = 'repondu' | 'demain'

const SIGNATURE_LENGTH = 32
const FORM = /^(repondu|demain)\.([A-Z]-[\dA-Z-]{1,18})\.(\d{1,12})\.([\w-]{32})$/

export type LeadLinks = ReturnType<typeof createLeadLinks>

/**
 * The links of a notice: each is good for one act on one lead, for some days, and opens nothing else. Signed with the key
 * beside the database, so that nothing is kept of them (docs/decisions/0031).
 */
export function createLeadLinks(hash: HashEmail, clock: Clock) {
  const sign = (text: string) => hash(`lead link ${text}`).slice(0, SIGNATURE_LENGTH)
  return {
    /** @returns what stands after the folder of the page in its address */
    make(act: LinkAct, reference: string) {
      const until = Math.floor((clock().getTime() + LEAD_LINK_DAYS * DAY_MS) / 1000)
      const text = `${act}.${reference}.${until}`
      return `${text}.${sign(text)}`
    },
    /** Undefined for what this house did not sign, and once the days are over. */
    read(token: string) {
      const [, act, reference = '', until = '', signature = ''] = FORM.exec(token) ?? []
      if (!act) return undefined
      const expected = sign(`${act}.${reference}.${until}`)
      const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
      return isOurs && Number(until) * 1000 > clock().getTime() ? { act: act as LinkAct, reference } : undefined
    },
  }
}
