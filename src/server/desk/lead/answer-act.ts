import { dayInParis } from '../../../forms/calendar.ts'
import { WAITING } from '../../../forms/states.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { handlePage } from '../../http/answer-page.ts'
import { BY_LINK } from '../../leads/follow-up/authors.ts'
import { changeFollowUp } from '../../leads/follow-up/follow-up.ts'
import type { LeadLinks, LinkAct } from '../../leads/follow-up/lead-links.ts'
import { findLead, formOf, type Lead } from '../../leads/leads.ts'
import { daysAfter } from '../../paris-time.ts'
import type { DeskOf } from '../desk.ts'

/** State of the page of a notice link. Contains no text of the person, because the e-mail may have been forwarded. */
export interface ActState {
  status: number
  title: string
  sentence: string
  /** Label of the button; missing once done, and for an invalid link. */
  button?: string
  done?: boolean
  reference?: string
}

const WORDS: Readonly<Record<LinkAct, { title: string; button: string; done: string }>> = {
  repondu: {
    title: 'C’est fait ?',
    button: 'Oui, c’est fait',
    done: 'La demande est marquée comme faite. Rien n’est parti à la personne.',
  },
  demain: {
    title: 'La revoir demain ?',
    button: 'Oui, demain',
    done: 'Elle revient demain en tête du bureau, et un e-mail vous la rappelle.',
  },
}
const SETTLED = 'Quelqu’un a déjà réglé cette demande : rien n’y est changé.'
const OVER: ActState = {
  status: 404,
  title: 'Ce lien n’est plus valable',
  sentence: 'Il vaut quatorze jours, pour une seule demande, tant qu’elle existe. Ouvrez-la dans le bureau.',
}

/** Handles the page of a notice link: GET changes nothing, because programs follow links too. */
export async function answerAct(
  request: Request,
  token: string | undefined,
  { deskOf, leadLinks }: { deskOf: DeskOf; leadLinks: LeadLinks },
): Promise<Response | ActState> {
  const desk = deskOf(BY_LINK)
  const link = leadLinks.read(token ?? '')
  const lead = link && desk.find(link.reference)
  if (!link || !lead) return handlePage<ActState>(request, { show: () => OVER, post: () => OVER })
  const { title, button, done } = WORDS[link.act]
  const { reference } = link
  const settled = { status: 200, title: 'Déjà réglée', sentence: SETTLED, reference }
  return handlePage<ActState>(request, {
    show: () =>
      WAITING.includes(lead.state)
        ? { status: 200, title, sentence: `Demande ${reference}.`, button, reference }
        : settled,
    async post() {
      const made = await desk.settle(link.act, reference)
      return made ? { status: 200, title: 'C’est noté', sentence: done, done: true, reference } : settled
    },
  })
}

/**
 * Performs the action of a notice link in the caller's transaction; returns false for a lead that is already
 * settled, because a user has changed its state since.
 */
export function settle(db: Database, clock: Clock, act: LinkAct, reference: string, author: string | null): boolean {
  const lead = findLead(db, reference)
  if (!lead || !WAITING.includes(lead.state)) return false
  const today = dayInParis(clock())
  changeFollowUp(db, clock, reference, changeFor(act, lead, today), lead.version, author)
  return true
}

/**
 * Returns the change for an action: `demain` sets a reminder for tomorrow, otherwise the form's final state is set
 * and a reminder removed.
 * @param today AAAA-MM-JJ in Paris
 */
export function changeFor(act: LinkAct, lead: Lead, today: string): { state?: string; remind_on?: string } {
  if (act === 'demain') return { remind_on: daysAfter(today, 1) }
  return { state: formOf(lead).doneState, ...(lead.remind_on && { remind_on: '' }) }
}
