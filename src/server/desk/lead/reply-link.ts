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
export function mailLink(to: string, subject: string, text: string): string {
  const address = to.split('@').map(encodeURIComponent).join('@')
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replace(/\r?\n/g, '\r\n'))}`
}
