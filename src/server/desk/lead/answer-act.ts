import { WAITING } from '../../../forms/states.ts'
import { handlePage } from '../../http/answer-page.ts'
import { BY_LINK } from '../../leads/follow-up/authors.ts'
import type { LeadLinks, LinkAct } from '../../leads/follow-up/lead-links.ts'
import type { DeskOf } from '../desk.ts'

/** State of the page of a notice link. Contains no text of the person, because the e-mail may have been forwarded. */
interface ActState {
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
