import type { FormName } from '../../forms/index.ts'
import { formNamed } from '../../forms/index.ts'
import { type Position, SELECTIONS, type Wanted } from '../submissions/worklist.ts'

/** Names of the filters in the address of the list. */
const PARAMETERS = { selection: 'etat', form: 'formulaire', words: 'mots', after: 'apres' } as const
/** Longest text that is searched for, in characters. */
const WORDS_MAX = 200

/** What the address of the list asks for; what it does not say, or says wrongly, is as on the first page. */
export function readWanted(query: URLSearchParams): Wanted {
  const given = (name: keyof typeof PARAMETERS) => query.get(PARAMETERS[name]) ?? ''
  return {
    selection: SELECTIONS.find((known) => known === given('selection')) ?? 'a-repondre',
    form: formNamed(given('form'))?.name as FormName | undefined,
    words: given('words').slice(0, WORDS_MAX),
    after: readPosition(given('after')),
  }
}

/** The address of the list with these filters; those of the first page are left out. */
export function addressOf({ selection, form, words, after }: Wanted): string {
  const query = new URLSearchParams()
  if (selection !== 'a-repondre') query.set(PARAMETERS.selection, selection)
  if (form) query.set(PARAMETERS.form, form)
  if (words) query.set(PARAMETERS.words, words)
  if (after) query.set(PARAMETERS.after, `${after.receivedAt}_${after.reference}`)
  return query.size > 0 ? `/bureau?${query}` : '/bureau'
}

function readPosition(text: string): Position | undefined {
  const [, receivedAt, reference] = /^([\d:.TZ-]{24})_([\dA-Z-]{1,20})$/.exec(text) ?? []
  return receivedAt && reference ? { receivedAt, reference } : undefined
}
