import { withoutExtension } from '../../../forms/formats.ts'
import { formOf, type Lead } from '../../leads/leads.ts'

/** Names allowed in a greeting: limited length, and no characters that could form a link. */
const NAME = /^\p{L}[\p{L}\p{M}'’ -]{0,59}$/u

/** Returns «Bonjour» with the person's name if it is valid. */
export function greetingOf(lead: Lead): string {
  const name = String(lead[formOf(lead).names[0] ?? ''] ?? '').trim()
  return NAME.test(name) ? `Bonjour ${name}` : 'Bonjour'
}

/**
 * Returns a mailto: link with address, subject and text (RFC 6068). Every part is encoded, so that a visitor's input
 * adds no recipient and no header.
 */
export function replyLink(lead: Lead, text: string): string {
  const subject = `Hera – ${formOf(lead).title} (${lead.reference})`
  const address = String(lead.email).split('@').map(encodeURIComponent).join('@')
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`
}

/** Returns a tel: link for a typed phone number; undefined if it is invalid. */
export function dialLink(phone: unknown): string | undefined {
  // «+32 (0)475…»: the zero in brackets is dialled only within the country.
  const dialled = withoutExtension(String(phone ?? '')).replace(/^(\D*(?:\+|00)\s*\d{1,3}\D*)\(0\)/, '$1')
  const digits = dialled.replace(/[^\d+]/g, '')
  return /^\+?\d{6,15}$/.test(digits) ? `tel:${digits}` : undefined
}
