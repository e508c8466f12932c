import { counted } from '../counted.ts'
import type { TodayName } from '../leads/follow-up/today.ts'
import { type Position, SELECTIONS, type Selection, type Wanted } from '../leads/follow-up/worklist.ts'
import type { Lead } from '../leads/leads.ts'
import { toFtsQuery } from '../leads/search.ts'
import { DESK } from './access/destination.ts'
import type { Desk } from './desk.ts'

/** Content of the desk's first page, in French: today's work, a list, or search results. */
interface TodayPage {
  title: string
  /** Below the title: whether the promised response time is kept, or that there are more results. */
  note?: string
  late: boolean
  groups: { heading?: string; leads: Lead[]; more?: { label: string; href: string } | undefined }[]
  /** Where the next page of a list begins. */
  next?: Position | undefined
  /** Shown if there are no leads. */
  empty?: string | undefined
}

const LABELS: Readonly<Record<Selection, string>> = {
  'a-repondre': 'À répondre',
  nouvelle: 'Nouvelles',
  'en cours': 'En cours',
  répondue: 'Répondues',
  acceptée: 'Acceptées',
  refusée: 'Refusées',
  remboursée: 'Remboursées',
  'sans suite': 'Sans suite',
  toutes: 'Toutes',
  suspectes: 'Suspectes',
}
const GROUPS: Readonly<Record<TodayName, { heading: string; selection: Selection }>> = {
  remboursements: { heading: 'À rembourser', selection: 'a-repondre' },
  promesses: { heading: 'Réponses promises', selection: 'a-repondre' },
  rappels: { heading: 'Rappels', selection: 'toutes' },
  suspectes: { heading: 'Envois suspects', selection: 'suspectes' },
  ensuite: { heading: 'Ensuite', selection: 'a-repondre' },
}

export async function readTodayPage(desk: Desk, { words, list }: DeskQuery, now: Date): Promise<TodayPage> {
  if (words) {
    const { leads, more } = await desk.search(words)
    const latest = {
      title: `Plus de ${leads.length} demandes trouvées`,
      note: `Voici les ${leads.length} plus récentes ; précisez les mots pour en voir d’autres.`,
    }
    const found = more ? latest : { title: counted(leads.length, 'demande trouvée', 'demandes trouvées') }
    const empty = toFtsQuery(words)
      ? `Aucune demande ne contient « ${words} ». Essayez moins de mots.`
      : 'Écrivez au moins une lettre ou un chiffre.'
    return { ...(leads.length > 0 ? found : { title: 'Rien de tel', empty }), late: false, groups: [{ leads }] }
  }
  if (!list) return todayOf(desk, now)
  const { leads, next } = desk.list(list)
  return {
    title: LABELS[list.selection],
    late: false,
    groups: [{ leads }],
    next,
    empty: leads.length === 0 ? 'Rien ici.' : undefined,
  }
}

function todayOf(desk: Desk, now: Date): TodayPage {
  const shown = desk.tasks().filter(({ count }) => count > 0)
  const due = shown.filter(({ name }) => name !== 'ensuite')
  const count = due.reduce((sum, group) => sum + group.count, 0)
  const late = shown.some(({ leads }) => leads.some((lead) => desk.deadline(lead, now)?.late))
  return {
    title:
      count === 0
        ? 'Rien n’attend aujourd’hui'
        : counted(count, 'demande pour aujourd’hui', 'demandes pour aujourd’hui'),
    note: late ? 'En retard sur la promesse de {{ delai_reponse }}.' : 'Promesse de {{ delai_reponse }} tenue.',
    late,
    groups: shown.map(({ name, leads, count: all }) => ({
      heading: `${GROUPS[name].heading} : ${all}`,
      leads,
      more:
        all > leads.length
          ? { label: `Les ${all}`, href: addressOf({ selection: GROUPS[name].selection }) }
          : undefined,
    })),
    empty: shown.length === 0 ? 'Tout est à jour ici.' : undefined,
  }
}

/** Returns the links to today's work and to the lists, some with the number of their leads. */
export function listsOf(desk: Desk, { words, list }: DeskQuery) {
  const lists = SELECTIONS.map((selection) => ({
    label: LABELS[selection],
    href: addressOf({ selection }),
    current: selection === list?.selection,
    count: selection === 'a-repondre' || selection === 'suspectes' ? desk.count(selection) : undefined,
  }))
  return [{ label: 'Aujourd’hui', href: DESK, current: !words && !list, count: undefined }, ...lists]
}

/** Content of the desk's first page, from its query: a search, a list, or by default today's work. */
interface DeskQuery {
  words: string
  list?: Wanted
}

const WORDS_MAX = 200

export function readAsked(query: URLSearchParams): DeskQuery {
  const words = (query.get('mots') ?? '').slice(0, WORDS_MAX)
  const [selection, after] = [query.get('etat'), query.get('apres')]
  if (words || !(selection || after)) return { words }
  return {
    words,
    list: { selection: SELECTIONS.find((known) => known === selection) ?? 'a-repondre', after: readPosition(after) },
  }
}

/** Returns the URL of a list. */
export function addressOf({ selection, after }: Wanted): string {
  const query = new URLSearchParams({ etat: selection, ...(after && { apres: `${after.created_at}_${after.id}` }) })
  return `/bureau?${query}`
}

function readPosition(text: string | null): Position | undefined {
  const [, created_at, id] = /^([\d:.TZ-]{24})_(\d{1,15})$/.exec(text ?? '') ?? []
  return created_at && id ? { created_at, id: Number(id) } : undefined
}
