import type { Form } from '../../forms/form.ts'
import { OUTCOMES } from '../../forms/outcomes.ts'
import { answerText, deskAnswers } from '../../forms/receipt.ts'
import { momentInParis } from '../paris-time.ts'
import { formOf, type Lead, signUpState } from './leads.ts'

/** Returns organisation and name of a lead's sender on one line; empty if its form asks for neither. */
export function senderName(lead: Lead): string {
  const { organisation, names } = formOf(lead)
  const person = names.map((name) => lead[name] ?? '').join(' ')
  return [lead[organisation ?? ''], person].filter(Boolean).join(', ')
}

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

/**
 * Returns the answers that describe the subject of a lead, on one line.
 * @param withWords false to leave out the long texts
 */
export function aboutLead(lead: Lead, withWords = true): string {
  const form = formOf(lead)
  return form.about
    .filter((name) => withWords || form.fields[name]?.kind !== 'textarea')
    .map((name) => answerText(form, name, lead[name]))
    .filter(Boolean)
    .join(' · ')
    .replace(/\s+/g, ' ')
}

/** Returns the state of a lead in French: suspected spam, outcome or turn, reminder, sign-up, longer retention. */
export function leadStatusText(lead: Lead): string {
  return [
    lead.suspected_spam ? 'suspect' : undefined,
    lead.outcome ? OUTCOMES[lead.outcome] : lead.waiting_since ? 'attend une réponse' : undefined,
    lead.remind_on ? `rappel le ${lead.remind_on}` : undefined,
    signUpState(lead),
    lead.suspended_at ? 'suspendue' : undefined,
    lead.keep_until ? `gardé jusqu’au ${lead.keep_until}` : undefined,
  ]
    .filter(Boolean)
    .join(', ')
}

/**
 * Returns a row as plain text: one line with label and answer for each field, a long text below its label. Omits
 * fields without an answer.
 */
export function formatAnswers(form: Form, row: Record<string, string | number | null>): string {
  return deskAnswers(form, row)
    .map(({ label, value }) =>
      value.includes('\n') || value.length > 60 ? `${label} :\n${value}\n` : `${label} : ${value}`,
    )
    .join('\n')
    .trim()
}
