import type { FormName } from '../../forms/index.ts'
import { forms } from '../../forms/index.ts'
import { TITLES } from '../mail/texts.ts'
import { elapsed, hourInParis, longDay } from '../paris-time.ts'
import { isList } from '../privacy/consent.ts'
import { answerBy } from '../submissions/answer-by.ts'
import { answerText, senderName } from '../submissions/describe-lead.ts'
import { WAITING } from '../submissions/follow-up.ts'
import type { Lead } from '../submissions/leads.ts'
import type { Entry } from '../submissions/worklist.ts'

/** A submission as a line of the list, in French. */
export interface Line {
  reference: string
  who: string
  what: string
  /** Form and age, such as «Message de contact, il y a 3 h». */
  since: string
  /** By when the house answers; undefined for what waits for no answer. */
  due?: string | undefined
  late: boolean
  state: string
  remind?: string | undefined
}

/** Longest text of a line, in characters. */
const WHAT_MAX = 140

/** The fields that say what a submission is about, most telling first. */
const ABOUT: Readonly<Record<FormName, readonly string[]>> = {
  waitlist: [],
  newsletter: [],
  contact: ['subject', 'message'],
  partnership: ['city', 'shop_size', 'message'],
  ambassador: ['riding_discipline', 'riding_level', 'followers_count', 'why_hera'],
  withdrawal: ['order_reference', 'message'],
}

/** @param hours within which the house promises an answer (facts.yaml, delai_reponse) */
export function toLine({ form, lead, state, remindOn }: Entry, hours: number, now: Date): Line {
  const due = dueOf(form, lead, state, hours)
  return {
    reference: lead.reference,
    who: senderName(forms[form], lead) || String(lead.email),
    what: aboutOf(form, lead),
    since: `${TITLES[form]}, ${elapsed(lead.created_at, now)}`,
    due: due && hourInParis(due),
    late: due !== undefined && due < now,
    state: lead.suspected_spam ? 'suspecte' : isList(forms[form]) ? '' : state,
    remind: remindOn ? longDay(remindOn) : undefined,
  }
}

/** By when the house answers a submission; undefined when nobody waits for an answer. */
export function dueOf(form: FormName, lead: Lead, state: string, hours: number): Date | undefined {
  const waits = !isList(forms[form]) && !lead.suspected_spam && WAITING.some((known) => known === state)
  return waits ? answerBy(new Date(lead.created_at), hours) : undefined
}

function aboutOf(form: FormName, lead: Lead): string {
  const words = ABOUT[form].map((name) => answerText(forms[form], name, lead[name])).filter(Boolean)
  const text = words.join(' · ').replace(/\s+/g, ' ')
  return text.length > WHAT_MAX ? `${[...text].slice(0, WHAT_MAX).join('')}…` : text
}
