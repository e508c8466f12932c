import { counted } from '../counted.ts'
import { handlePage, seeOther, unknownAction } from '../http/answer-page.ts'
import type { Input } from '../http/request-body.ts'
import { senderName } from '../leads/describe-lead.ts'
import { DESK } from './access/destination.ts'
import type { Desk } from './desk.ts'
import { type Act, actsOf, changeFor } from './list-lines.ts'

/** A lead, with the version that the list showed. */
interface Chosen {
  reference: string
  version: number
}

/** Confirmations of the buttons, for one lead and for several. */
const SAID: Readonly<Record<Act, readonly [one: string, several: string]>> = {
  repondue: ['Une demande est réglée.', 'demandes sont réglées.'],
  remboursee: ['Un remboursement est noté.', 'remboursements sont notés.'],
  demain: ['Une demande revient demain.', 'demandes reviennent demain.'],
  'sans-suite': ['Une demande est classée sans suite.', 'demandes sont classées sans suite.'],
  fait: ['Un rappel est retiré.', 'rappels sont retirés.'],
  vraie: ['L’envoi n’est plus suspect : ses e-mails partent.', 'envois ne sont plus suspects : leurs e-mails partent.'],
}
/** Result for a line: done; rejected because the lead has changed since; or not applicable to this lead. */
type Outcome = 'made' | 'late' | 'unfit'

const CHOSEN = /^choix-([A-Z]-[\dA-Z-]{1,18})$/
const LINE = /^([a-z-]+) ([A-Z]-[\dA-Z-]{1,18}) (\d{1,9})$/

/** Handles the list: a POST applies the action of its button (field `acte`) to one line or to all chosen ones. */
export function answerToday<Shown>(
  request: Request,
  show: () => Promise<Shown>,
  desk: Desk,
): Promise<Response | Shown> {
  return handlePage<Shown>(request, {
    show,
    async post(input) {
      const [, name, reference = '', version] = LINE.exec(String(input.acte)) ?? []
      const act = actNamed(name ?? String(input.acte))
      if (!act) return unknownAction(request)
      const chosen = name ? [{ reference, version: Number(version) }] : chosenIn(input)
      const done = await Promise.all(chosen.map((one) => doTo(act, one, desk)))
      const count = (outcome: Outcome) => `${done.filter((each) => each === outcome).length}`
      // Redirects to the same list or search.
      const asked = [...new URL(request.url).searchParams].filter(([key]) => ['mots', 'etat', 'apres'].includes(key))
      const counts = { n: count('made'), refus: count('late'), autres: count('unfit') }
      const said = Object.entries({ fait: act, ...counts, ...(name && { de: reference }) })
      return seeOther(`${DESK}?${new URLSearchParams([...asked, ...said])}`)
    },
  })
}

/**
 * Returns the result of a POST, read from the query of the redirect, with the lead if only one was changed;
 * undefined if the query contains no result.
 */
export function saidOf(query: URLSearchParams, desk: Desk) {
  const act = actNamed(query.get('fait') ?? '')
  if (!act) return undefined
  const [made = 0, late = 0, unfit = 0] = ['n', 'refus', 'autres'].map((name) => Number(query.get(name)) || 0)
  const [one, several] = SAID[act]
  const said = [
    made === 1 ? one : made > 1 ? `${made} ${several}` : '',
    late > 0 ? `${counted(late, 'demande')} : quelqu’un y a touché entre-temps, rien n’y est changé.` : '',
    unfit > 0 ? `${counted(unfit, 'demande')} : ce geste ne s’y applique pas, rien n’y est changé.` : '',
  ]
  const lead = desk.find(query.get('de') ?? '')
  return {
    good: made > 0 && late + unfit === 0,
    text: said.filter(Boolean).join(' ') || 'Choisissez d’abord des demandes.',
    lead: lead && { reference: lead.reference, who: senderName(lead) || lead.email },
  }
}

function actNamed(name: string): Act | undefined {
  return (Object.keys(SAID) as Act[]).find((known) => known === name)
}

function chosenIn(input: Input): Chosen[] {
  return Object.entries(input).flatMap(([name, version]) => {
    const [, reference] = CHOSEN.exec(name) ?? []
    return reference ? [{ reference, version: Number(version) }] : []
  })
}

async function doTo(act: Act, { reference, version }: Chosen, desk: Desk): Promise<Outcome> {
  const lead = desk.find(reference)
  if (!lead) return 'late'
  if (!actsOf(lead).some(([name]) => name === act)) return lead.version === version ? 'unfit' : 'late'
  if (act === 'vraie') return (await desk.release(reference)) ? 'made' : 'late'
  const changed = await desk.changeFollowUp(reference, changeFor(act, lead, desk.today()), version)
  return changed.kind === 'changed' ? 'made' : 'late'
}
