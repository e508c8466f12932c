import { ageOn, dayInParis, MAJORITY } from '../../forms/age.ts'
import { isList } from '../../forms/index.ts'
import { WAITING } from '../../forms/states.ts'
import { answerBy, longestHours } from '../leads/answer-by.ts'
import { aboutLead, senderName } from '../leads/describe-lead.ts'
import { formOf, type Lead } from '../leads/leads.ts'
import { daysOf, refundBy } from '../messages/text/promises.ts'
import { hourInParis, longDay, saidInParis } from '../paris-time.ts'

/** A label of a form as the house reads it: «Nom», not «Votre nom»; «Objet», not «Objet de votre message». */
export function houseLabel(label: string): string {
  const short = label.replace(/^(?:votre|vos)\s+/i, '').replace(/\s+de (?:votre|vos)\s.*$/i, '')
  return short.charAt(0).toUpperCase() + short.slice(1)
}

/** Within which times the house answers and refunds (facts.yaml). */
export interface Promises {
  hours: number
  refundDays: number
}

/** By when the house has to do something about a lead. */
export interface Deadline {
  /** Such as «à répondre avant mardi 24 novembre à 9 h». */
  words: string
  late: boolean
}

/** A submission as a line of the list, in French. */
export interface Line {
  reference: string
  version: number
  who: string
  what: string
  /** Form and time, such as «Message de contact, hier à 21 h». */
  since: string
  /** Undefined for what waits for nothing. */
  deadline: Deadline | undefined
  state: string
  remind?: string | undefined
  /** What the buttons of the line do. */
  acts: Acts
}

/** What can be done with a line without opening it. */
export type Acts = 'answer' | 'refund' | 'spam' | 'reminder' | 'none'

/** Longest text of a line, in characters. */
const WHAT_MAX = 140

/** @param facts of the house: delai_reponse and plafond_remboursement are read */
export function promisesOf(facts: Readonly<Record<string, string>>): Promises {
  return { hours: longestHours(facts.delai_reponse ?? ''), refundDays: daysOf(facts.plafond_remboursement ?? '') }
}

export function toLine(lead: Lead, promises: Promises, now: Date): Line {
  const form = formOf(lead)
  return {
    reference: lead.reference,
    version: lead.version,
    who: whoOf(lead, now),
    what: aboutOf(lead),
    since: `${form.houseTitle}, ${saidInParis(lead.created_at, now)}`,
    deadline: deadlineOf(lead, promises, now),
    state: lead.suspected_spam ? 'suspecte' : isList(form) ? '' : lead.state,
    remind: lead.remind_on ? longDay(lead.remind_on) : undefined,
    acts: actsOf(lead),
  }
}

/** The name of the sender; of somebody under age, how old they are. */
export function whoOf(lead: Lead, now: Date): string {
  const name = senderName(lead) || lead.email
  const birth = formOf(lead).fields.birth_date && lead.birth_date
  const age = typeof birth === 'string' ? ageOn(birth, dayInParis(now)) : MAJORITY
  return age < MAJORITY ? `${name}, ${age} ans` : name
}

/** By when the house answers or refunds; undefined when nobody waits for it. */
export function deadlineOf(lead: Lead, { hours, refundDays }: Promises, now: Date): Deadline | undefined {
  const form = formOf(lead)
  if (isList(form) || lead.suspected_spam || !WAITING.includes(lead.state)) return undefined
  if (form.doneState === 'remboursée') {
    const day = refundBy(new Date(lead.created_at), refundDays)
    const late = dayInParis(now) > day
    return { words: `${late ? 'en retard : à rembourser avant le' : 'à rembourser avant le'} ${longDay(day)}`, late }
  }
  const due = answerBy(new Date(lead.created_at), hours)
  const late = due < now
  return { words: late ? `en retard : promis avant ${hourInParis(due)}` : `à répondre avant ${hourInParis(due)}`, late }
}

function actsOf(lead: Lead): Acts {
  if (lead.suspected_spam) return 'spam'
  if (isList(formOf(lead)) || !WAITING.includes(lead.state)) return lead.remind_on ? 'reminder' : 'none'
  return formOf(lead).doneState === 'remboursée' ? 'refund' : 'answer'
}

function aboutOf(lead: Lead): string {
  const text = aboutLead(lead)
  return text.length > WHAT_MAX ? `${[...text].slice(0, WHAT_MAX).join('')}…` : text
}
