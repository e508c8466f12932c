import { counted } from '../counted.ts'
import { answerPage, seeOther, unknownAct } from '../http/answer-page.ts'
import { formOf, type Lead } from '../leads/leads.ts'
import { DESK } from './access/destination.ts'
import type { Desk } from './desk.ts'
import { changeFor } from './lead/act-by-link.ts'

interface TodayNeeds {
  desk: Desk
  /** Address that signed in. */
  author: string | null
  /** AAAA-MM-JJ in Paris. */
  today: string
}

/** A lead as the list showed it. */
interface Chosen {
  reference: string
  version: number
}

/** What the buttons of the lines, and of several lines at once, do: sentences for one lead and for several. */
const ACTS = {
  repondue: ['Une demande est réglée.', 'demandes sont réglées.'],
  demain: ['Une demande revient demain.', 'demandes reviennent demain.'],
  'sans-suite': ['Une demande reste sans suite.', 'demandes restent sans suite.'],
  fait: ['Un rappel est retiré.', 'rappels sont retirés.'],
  vraie: ['L’envoi n’est plus suspect : ses e-mails partent.', 'envois ne sont plus suspects : leurs e-mails partent.'],
  supprimer: ['L’envoi suspect est supprimé.', 'envois suspects sont supprimés.'],
} as const
type Act = keyof typeof ACTS

const CHOSEN = /^choix-([A-Z]-[\dA-Z-]{1,18})$/
const LINE = /^([a-z-]+) ([A-Z]-[\dA-Z-]{1,18}) (\d{1,9})$/
/** Leads that one post changes. */
const MOST = 200

/** Answers a request to the list: a post does what its button says (field `acte`) to one line, or to every chosen one. */
export function answerToday<Shown>(
  request: Request,
  show: () => Promise<Shown>,
  { desk, author, today }: TodayNeeds,
): Promise<Response | Shown> {
  return answerPage<Shown>(request, {
    show,
    async post(input) {
      const [, name, reference = '', version] = LINE.exec(String(input.acte)) ?? []
      const act = actNamed(name ?? String(input.acte))
      if (!act) return unknownAct(request)
      const chosen = name ? [{ reference, version: Number(version) }] : chosenIn(input)
      const done = await Promise.all(chosen.map((one) => doTo(act, one, { desk, author, today })))
      const made = done.filter(Boolean).length
      return seeOther(`${DESK}?fait=${act}&n=${made}&refus=${chosen.length - made}`)
    },
  })
}

/** What a post came to, as the page that it leads to says it; undefined where the address says nothing. */
export function saidOf(query: URLSearchParams): { good: boolean; text: string } | undefined {
  const act = actNamed(query.get('fait') ?? '')
  if (!act) return undefined
  const [made, refused] = [Number(query.get('n')) || 0, Number(query.get('refus')) || 0]
  const [one, several] = ACTS[act]
  const said = made === 1 ? one : made > 1 ? `${made} ${several}` : ''
  const conflict =
    refused > 0 ? `${counted(refused, 'demande')} : quelqu’un y a touché entre-temps, rien n’y est changé.` : ''
  const text = [said, conflict].filter(Boolean).join(' ') || 'Choisissez d’abord des demandes.'
  return { good: made > 0 && refused === 0, text }
}

function actNamed(name: string): Act | undefined {
  return (Object.keys(ACTS) as Act[]).find((known) => known === name)
}

function chosenIn(input: Record<string, unknown>): Chosen[] {
  return Object.entries(input)
    .flatMap(([name, version]) => {
      const [, reference] = CHOSEN.exec(name) ?? []
      return reference ? [{ reference, version: Number(version) }] : []
    })
    .slice(0, MOST)
}

/** True where it was done. */
async function doTo(act: Act, { reference, version }: Chosen, { desk, author, today }: TodayNeeds): Promise<boolean> {
  const lead = desk.find(reference)
  if (!lead) return false
  if (act === 'vraie') return desk.release(reference)
  if (act === 'supprimer') return desk.discard(reference)
  const changed = await desk.changeFollowUp(reference, changeOf(act, lead, today), version, author)
  return changed.kind === 'changed'
}

function changeOf(act: Exclude<Act, 'vraie' | 'supprimer'>, lead: Lead, today: string) {
  if (act === 'demain') return changeFor('demain', lead, today)
  if (act === 'fait') return { remindOn: '' }
  if (act === 'repondue') return changeFor('repondu', lead, today)
  // A refund that the law wants is not left without.
  if (!formOf(lead).states.includes('sans suite')) return { state: lead.state }
  return { state: 'sans suite', remindOn: '' }
}
