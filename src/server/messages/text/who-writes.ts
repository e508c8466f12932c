import { formOf, type Lead } from '../../leads/leads.ts'
import { momentInParis } from '../../paris-time.ts'

/** Who sent it, with the town where it is known; the address for a form that asks for no name. */
export function whoIs(lead: Lead): string {
  const { names, greets } = formOf(lead)
  // An organisation is named before the person who writes for it, and says enough by itself.
  const said = greets === names[0] ? names : names.slice(0, 1)
  const name = said.flatMap((field) => lead[field] ?? []).join(' ')
  return [name || lead.email, lead.city].filter(Boolean).join(', ')
}

/** What was written in the person's own words: the first telling field that is no choice; what was chosen where there is none. */
export function firstWords(lead: Lead): string {
  const form = formOf(lead)
  const own = form.about.filter(
    (field) => ['text', 'textarea'].includes(form.fields[field]?.kind ?? '') && field !== 'city',
  )
  const [words] = own.flatMap((field) => lead[field] ?? [])
  const chosen = form.about.flatMap((field) => form.fields[field]?.options?.[String(lead[field])] ?? [])
  return String(words ?? (chosen.join(', ') || whoIs(lead)))
}

/** Form, reference and moment of a lead. */
export function leadHeading(lead: Lead): string {
  return `${formOf(lead).houseTitle}, ${lead.reference}, ${momentInParis(lead.created_at)}`
}
