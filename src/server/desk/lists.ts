import { ageOn, dayInParis, longDay, MAJORITY } from '../../forms/calendar.ts'
import { formNamed } from '../../forms/index.ts'
import { OUTCOMES } from '../../forms/outcomes.ts'
import { counted } from '../counted.ts'
import { seeOther } from '../http/answer-page.ts'
import { dueOf } from '../leads/deadline.ts'
import { aboutLead, senderName } from '../leads/describe-lead.ts'
import { formOf, type Lead, signUpState } from '../leads/leads.ts'
import { searchLeads } from '../leads/search.ts'
import { countSuspected, latestOf, readTodo } from '../leads/todo.ts'
import { relativeTimeInParis } from '../paris-time.ts'
import { DESK } from './access/destination.ts'
import { type Desk, todayOf } from './desk.ts'

/** Leads of a group, and of a page of a list. */
const GROUP_ROWS = 50
const PAGE_ROWS = 30
const WORDS_MAX = 200
const WHAT_MAX = 140

/** A list of the desk, in French. */
export interface ListPage {
  title: string
  groups: { heading?: string; lines: Line[] }[]
  /** Of «À faire»: number of suspected leads, which it does not show. */
  suspected?: number
  /** URL of the next page. */
  next?: string | undefined
  /** Shown if there are no leads. */
  empty: string
}

/** A lead in a list. */
type Line = ReturnType<typeof toLine>

const HEADINGS = { refunds: 'À rembourser', waiting: 'À répondre', reminders: 'Rappels' } as const

/** Returns the list that the query asks for: by default what is to be done. */
export async function readList(desk: Desk, query: URLSearchParams): Promise<ListPage> {
  const words = (query.get('mots') ?? '').slice(0, WORDS_MAX)
  if (words.trim()) return found(desk, words, await searchLeads(desk.db, words, PAGE_ROWS + 1))
  const list = query.get('liste')
  if (list !== 'toutes' && list !== 'suspects') return todo(desk)
  const isSuspected = list === 'suspects'
  const form = formNamed(query.get('formulaire') ?? '')
  const before = Number(query.get('avant')) || undefined
  const leads = latestOf(desk.db, { isSuspected, form: form?.name, before }, PAGE_ROWS + 1)
  const shown = leads.slice(0, PAGE_ROWS)
  const further = new URLSearchParams({ liste: list, formulaire: form?.name ?? '', avant: `${shown.at(-1)?.id}` })
  return {
    title: isSuspected ? 'Envois suspects' : (form?.deskTitle ?? 'Toutes les demandes'),
    groups: [{ lines: linesOf(desk, shown) }],
    next: leads.length > PAGE_ROWS ? `${DESK}?${further}` : undefined,
    empty: isSuspected ? 'Rien de suspect.' : 'Rien ici.',
  }
}

function todo(desk: Desk): ListPage {
  const groups = readTodo(desk.db, todayOf(desk), GROUP_ROWS).filter(({ count }) => count > 0)
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  return {
    title: count === 0 ? 'Rien n’attend aujourd’hui' : `À faire : ${count}`,
    groups: groups.map(({ name, leads, count: all }) => ({
      heading: all > leads.length ? `${HEADINGS[name]} : ${leads.length} sur ${all}` : `${HEADINGS[name]} : ${all}`,
      lines: linesOf(desk, leads),
    })),
    suspected: countSuspected(desk.db),
    empty: 'Tout est à jour.',
  }
}

function found(desk: Desk, words: string, leads: readonly Lead[]): ListPage {
  const shown = leads.slice(0, PAGE_ROWS)
  return {
    title:
      leads.length > PAGE_ROWS
        ? `Les ${PAGE_ROWS} plus récentes qui contiennent ces mots`
        : counted(shown.length, 'demande trouvée', 'demandes trouvées'),
    groups: [{ lines: linesOf(desk, shown) }],
    empty: `Aucune demande ne contient « ${words} ». Essayez moins de mots.`,
  }
}

/**
 * Opens the next lead that waits for the house, other than `but`, or else «À faire». Those of a colleague come last.
 * @param said what was done, as a query
 */
export function openNext(desk: Desk, but: string, said: Record<string, string>): Response {
  const isOther = ({ assigned_to: to }: Lead) => Number(to !== null && to !== desk.author)
  const [next] = readTodo(desk.db, todayOf(desk), GROUP_ROWS)
    .filter(({ name }) => name !== 'refunds')
    .flatMap(({ leads }) => leads)
    .filter(({ reference }) => reference !== but)
    .sort((a, b) => isOther(a) - isOther(b))
  return seeOther(`${DESK}${next ? `/${next.reference}` : ''}?${new URLSearchParams(said)}`)
}

function linesOf(desk: Desk, leads: readonly Lead[]) {
  const senders = leads.map(({ form, email }) => `${form} ${email.toLowerCase()}`)
  return leads.map((lead, index) =>
    toLine(lead, desk, senders.indexOf(senders[index] ?? '') !== senders.lastIndexOf(senders[index] ?? '')),
  )
}

/** @param isDouble true if the list shows another lead of this form and address */
function toLine(lead: Lead, desk: Desk, isDouble: boolean) {
  const now = desk.clock()
  const form = formOf(lead)
  const about = aboutLead(lead)
  const next = nextOf(lead, desk)
  const since = lead.waiting_since && lead.waiting_since !== lead.created_at ? lead.waiting_since : lead.created_at
  return {
    reference: lead.reference,
    href: `${DESK}/${lead.reference}`,
    title: whoOf(lead, now),
    what: about.length > WHAT_MAX ? `${[...about].slice(0, WHAT_MAX).join('')}…` : about,
    details: [...next.words, `${form.deskTitle}, ${relativeTimeInParis(since, now)}`, ...(isDouble ? ['doublon'] : [])],
    late: next.isLate,
    state: lead.suspected_spam ? undefined : stateOf(lead),
    suspected: lead.suspected_spam === 1,
  }
}

/** Returns what is due for a lead, when it comes back and who takes care of it, in French. */
export function nextOf(lead: Lead, desk: Desk): { words: string[]; isLate: boolean } {
  const due = dueOf(lead, desk.promises, desk.clock())
  const words = [
    due?.words,
    lead.remind_on && `rappel le ${longDay(lead.remind_on)}`,
    lead.assigned_to && `à ${nameOf(lead.assigned_to, desk)}`,
  ]
  return { words: words.filter((part) => typeof part === 'string'), isLate: due?.late === true }
}

/** Returns how a lead ended, the state of a sign-up, or that the data are suspended; undefined for any other lead. */
export function stateOf(lead: Lead): string | undefined {
  if (lead.suspended_at) return 'suspendue'
  return signUpState(lead) ?? (lead.outcome ? OUTCOMES[lead.outcome] : undefined)
}

/** Returns what somebody is called, or «vous». */
function nameOf(address: string, { mail, author }: Desk): string {
  if (address === author) return 'vous'
  return mail?.colleagues.find((colleague) => colleague.address === address)?.name ?? address
}

/** Returns the name of the sender, with the age of a minor. */
export function whoOf(lead: Lead, now: Date): string {
  const name = senderName(lead) || lead.email
  const birth = formOf(lead).fields.birth_date && lead.birth_date
  const age = typeof birth === 'string' ? ageOn(birth, dayInParis(now)) : MAJORITY
  return age < MAJORITY ? `${name}, ${age} ans` : name
}
