import { senderName } from '../../leads/describe-lead.ts'
import { formOf, type Lead } from '../../leads/leads.ts'
import { momentInParis } from '../../paris-time.ts'

/** Returns the sender's name and town if known; for forms without a name, the e-mail address. */
export function whoIs(lead: Lead): string {
  // An organisation is sufficient without its contact person.
  const name = lead[formOf(lead).organisation ?? ''] || senderName(lead)
  return [name || lead.email, lead.city].filter(Boolean).join(', ')
}

/** Returns the first text answer of `about`; if there is none, the labels of the chosen options. */
export function firstWords(lead: Lead): string {
  const form = formOf(lead)
  const own = form.about.filter(
    (field) => ['text', 'textarea'].includes(form.fields[field]?.kind ?? '') && field !== 'city',
  )
  const [words] = own.flatMap((field) => lead[field] ?? [])
  const chosen = form.about.flatMap((field) => form.fields[field]?.options?.[String(lead[field])] ?? [])
  return String(words ?? (chosen.join(', ') || whoIs(lead)))
}

/** Returns form, reference and time of a lead. */
export function leadHeading(lead: Lead): string {
  return `${formOf(lead).deskTitle}, ${lead.reference}, ${momentInParis(lead.created_at)}`
}
