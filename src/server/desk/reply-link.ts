import type { Form } from '../../forms/form.ts'
import { senderFirst } from '../submissions/describe-lead.ts'
import type { Lead } from '../submissions/leads.ts'

/**
 * A link that opens the mail program with address, subject and greeting (RFC 6068). Every part is encoded, so that what a
 * visitor typed adds no recipient and no header.
 */
export function replyLink(form: Form, lead: Lead): string {
  const subject = `Hera – ${form.title} (${lead.reference})`
  const name = senderFirst(form, lead)
  const body = `Bonjour${name ? ` ${name}` : ''},\n\n\n\nHera`
  const address = String(lead.email).split('@').map(encodeURIComponent).join('@')
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
}

/** A link that dials a telephone number as somebody typed it; undefined for what is none. */
export function dialLink(phone: unknown): string | undefined {
  const digits = String(phone ?? '').replace(/[^\d+]/g, '')
  return /^\+?\d{6,15}$/.test(digits) ? `tel:${digits}` : undefined
}
