import { type Position, SELECTIONS, type Wanted } from '../leads/follow-up/worklist.ts'

/** What the address of the desk asks for: words to search for, a list, or neither of them: what there is to do. */
export interface Asked {
  words: string
  list?: Wanted
}

/** Longest text that is searched for, in characters. */
const WORDS_MAX = 200

export function readAsked(query: URLSearchParams): Asked {
  const words = (query.get('mots') ?? '').slice(0, WORDS_MAX)
  const [selection, after] = [query.get('etat'), query.get('apres')]
  if (words || !(selection || after)) return { words }
  return {
    words,
    list: { selection: SELECTIONS.find((known) => known === selection) ?? 'a-repondre', after: readPosition(after) },
  }
}

/** The address of a list. */
export function addressOf({ selection, after }: Wanted): string {
  const query = new URLSearchParams({ etat: selection, ...(after && { apres: `${after.created_at}_${after.id}` }) })
  return `/bureau?${query}`
}

function readPosition(text: string | null): Position | undefined {
  const [, created_at, id] = /^([\d:.TZ-]{24})_(\d{1,15})$/.exec(text ?? '') ?? []
  return created_at && id ? { created_at, id: Number(id) } : undefined
}
