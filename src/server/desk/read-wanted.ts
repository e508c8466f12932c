import type { FormName } from '../../forms/index.ts'
import { formNamed } from '../../forms/index.ts'
import { type Position, SELECTIONS, type Wanted } from '../leads/follow-up/worklist.ts'

/** Names of the filters in the address of the list. */
const PARAMETERS = { selection: 'etat', form: 'formulaire', words: 'mots', after: 'apres' } as const
/** Longest text that is searched for, in characters. */
const WORDS_MAX = 200

/** What the address of a list asks for; undefined for the first page, which is no list but what there is to do. */
export function readWanted(query: URLSearchParams): Wanted | undefined {
  if (!Object.values(PARAMETERS).some((name) => query.get(name))) return undefined
  const given = (name: keyof typeof PARAMETERS) => query.get(PARAMETERS[name]) ?? ''
  return {
    selection: SELECTIONS.find((known) => known === given('selection')) ?? (given('words') ? 'toutes' : 'a-repondre'),
    form: formNamed(given('form'))?.name as FormName | undefined,
    words: given('words').slice(0, WORDS_MAX),
    after: readPosition(given('after')),
  }
}

/** The address of a list with these filters. */
export function addressOf({ selection, form, words, after }: Wanted): string {
  const query = new URLSearchParams()
  query.set(PARAMETERS.selection, selection)
  if (form) query.set(PARAMETERS.form, form)
  if (words) query.set(PARAMETERS.words, words)
  if (after) query.set(PARAMETERS.after, `${after.created_at}_${after.id}`)
  return `/bureau?${query}`
}

function readPosition(text: string): Position | undefined {
  const [, created_at, id] = /^([\d:.TZ-]{24})_(\d{1,15})$/.exec(text) ?? []
  return created_at && id ? { created_at, id: Number(id) } : undefined
}
