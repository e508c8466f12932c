import { type Position, SELECTIONS, type Wanted } from '../leads/follow-up/worklist.ts'

/** Content of the desk's first page, from its query: a search, a list, or by default today's work. */
export interface Asked {
  words: string
  list?: Wanted
}

/** Maximum length of a search, in characters. */
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

/** Returns the URL of a list. */
export function addressOf({ selection, after }: Wanted): string {
  const query = new URLSearchParams({ etat: selection, ...(after && { apres: `${after.created_at}_${after.id}` }) })
  return `/bureau?${query}`
}

function readPosition(text: string | null): Position | undefined {
  const [, created_at, id] = /^([\d:.TZ-]{24})_(\d{1,15})$/.exec(text ?? '') ?? []
  return created_at && id ? { created_at, id: Number(id) } : undefined
}
