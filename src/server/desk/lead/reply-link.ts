import { senderFirst } from '../../leads/describe-lead.ts'
import { formOf, type Lead } from '../../leads/leads.ts'

/** How long a name may be that an answer calls somebody by, and what it may be made of: nothing that becomes a link. */
const NAME = /^\p{L}[\p{L}\p{M}'’ -]{0,59}$/u

/** «Bonjour» with the name that the person gave; without it where that is no name. */
export function greetingOf(lead: Lead): string {
  const name = senderFirst(lead).trim()
  return NAME.test(name) ? `Bonjour ${name}` : 'Bonjour'
}

/**
 * A link that opens the mail program with address, subject and text (RFC 6068). Every part is encoded, so that what a
 * visitor typed adds no recipient and no header.
 * @param text by default a greeting
 */
export function replyLink(lead: Lead, text = `${greetingOf(lead)},\n\n\n\nHera`): string {
  const subject = `Hera – ${formOf(lead).title} (${lead.reference})`
  const address = String(lead.email).split('@').map(encodeURIComponent).join('@')
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`
}

/** A link that dials a telephone number as somebody typed it; undefined for what is none. */
export function dialLink(phone: unknown): string | undefined {
  // «+32 (0)475…»: the zero in brackets is dialled inside the country alone.
  const dialled = String(phone ?? '').replace(/^(\D*(?:\+|00)\s*\d{1,3}\D*)\(0\)/, '$1')
  const digits = dialled.replace(/[^\d+]/g, '')
  return /^\+?\d{6,15}$/.test(digits) ? `tel:${digits}` : undefined
}
